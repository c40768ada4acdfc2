/** What lies on a fake drive: items by id, whose names may be anything. */

export interface DriveItem {
  readonly id: string
  readonly name: string
  /** The id of its folder; undefined for the root. */
  readonly parent: string | undefined
  /** Undefined for a folder. */
  readonly bytes: Buffer | undefined
  readonly modifiedAt: Date
  /** Another one with each change of the bytes. */
  readonly version: number
}

export interface DriveTree {
  readonly root: DriveItem
  readonly find: (id: string) => DriveItem | undefined
  /** By a path below the root, without a slash at its beginning. */
  readonly at: (path: string) => DriveItem | undefined
  readonly childrenOf: (id: string) => DriveItem[]
  /** The path of an item, without a slash at its beginning. */
  readonly pathOf: (item: DriveItem) => string
  readonly put: (path: string, bytes: Uint8Array | string) => void
  /** An item of a folder beside others of the same name. */
  readonly add: (folder: string, name: string, bytes?: Uint8Array | string) => DriveItem
  readonly remove: (path: string) => void
}

export function createDriveTree(rootId: string, idOf: (number: number) => string): DriveTree {
  const items = createItems(rootId, idOf)
  const { root, find, childrenOf, create, change } = items
  const at = (path: string): DriveItem | undefined => {
    let item: DriveItem | undefined = root
    for (const name of path === '' ? [] : path.split('/')) {
      const { id }: DriveItem = item
      item = childrenOf(id).find((one) => one.name === name)
      if (!item) return undefined
    }
    return item
  }
  const folderAt = (path: string): DriveItem =>
    at(path) ?? create(folderAt(folderOf(path)).id, path.slice(path.lastIndexOf('/') + 1), undefined)
  const pathOf = ({ name, parent }: DriveItem): string => {
    const folder = parent === undefined ? undefined : find(parent)
    return folder && folder.id !== rootId ? `${pathOf(folder)}/${name}` : name
  }
  return {
    root,
    find,
    at,
    childrenOf,
    pathOf,
    put: (path, content) => {
      const bytes = Buffer.from(content)
      const known = at(path)
      if (known) change(known, bytes)
      else create(folderAt(folderOf(path)).id, path.slice(path.lastIndexOf('/') + 1), bytes)
    },
    add: (folder, name, content) =>
      create(folderAt(folder).id, name, content === undefined ? undefined : Buffer.from(content)),
    remove: (path) => {
      const item = at(path)
      if (item) items.remove(item.id)
    },
  }
}

const folderOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf('/'), 0))

/** Each is a second younger than the one before it. */
function createItems(rootId: string, idOf: (number: number) => string) {
  const items = new Map<string, DriveItem>()
  let [last, time] = [0, Date.parse('2026-11-20T12:00:00.000Z')]
  const save = (item: Omit<DriveItem, 'modifiedAt'>): DriveItem => {
    time += 1000
    const saved = { ...item, modifiedAt: new Date(time) }
    items.set(item.id, saved)
    return saved
  }
  const childrenOf = (id: string) => [...items.values()].filter(({ parent }) => parent === id)
  const remove = (id: string) => {
    for (const child of childrenOf(id)) remove(child.id)
    items.delete(id)
  }
  return {
    root: save({ id: rootId, name: '', parent: undefined, bytes: undefined, version: 0 }),
    find: (id: string) => items.get(id),
    childrenOf,
    create: (parent: string, name: string, bytes: Buffer | undefined) => {
      last += 1
      return save({ id: idOf(last), name, parent, bytes, version: 0 })
    },
    change: (item: DriveItem, bytes: Buffer) => void save({ ...item, bytes, version: item.version + 1 }),
    remove,
  }
}
