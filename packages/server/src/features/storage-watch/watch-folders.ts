/**
 * Watches the folders below a root. On Linux, one watch reports everything in a folder, so files need none; other systems watch a whole
 * tree at once. Links are not followed: the next scan finds changes of their targets.
 */
import { type FSWatcher, lstatSync, readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'

export interface WatchedFolders {
  /** Returns whether the root still is the same folder. */
  readonly isThere: () => boolean
  readonly close: () => void
}

export interface FoldersToWatch {
  readonly root: string
  /** Number of folders that may still be watched, shared by all storages. */
  readonly room: { left: number }
  /** Returns whether changes of a path, relative to the root, matter. */
  readonly isWanted: (path: string) => boolean
  readonly onChange: () => void
  /** Called when there are too many folders. Nothing is watched then. */
  readonly onTooMany: () => void
}

/** The limit of the system or the configuration is exceeded. */
export class TooManyFolders extends Error {}

/** Throws `TooManyFolders`, or the error of the file system if the root is unreadable. */
export function watchFolders(given: FoldersToWatch): WatchedFolders {
  const { root } = given
  const state = stateOf(root)
  const top = process.platform === 'linux' ? watchEach(given) : watchWhole(given)
  return {
    isThere: () => {
      try {
        return stateOf(root) === state
      } catch {
        return false
      }
    },
    close: top.close,
  }
}

/** Returns the identity of a folder, which differs after its disk was replaced. */
function stateOf(root: string): string {
  const { dev, ino } = statSync(root)
  return `${dev} ${ino}`
}

function watchWhole({ root, isWanted, onChange }: FoldersToWatch): Pick<WatchedFolders, 'close'> {
  const watcher = watch(root, { recursive: true, persistent: false }, (_, name) => {
    if (name === null || isWanted(name.replaceAll('\\', '/'))) onChange()
  })
  watcher.on('error', onChange)
  return { close: () => watcher.close() }
}

interface Watched {
  readonly path: string
  readonly watcher: FSWatcher
  readonly folders: Map<string, Watched>
}

function watchEach(given: FoldersToWatch): Pick<WatchedFolders, 'close'> {
  const tree: FolderTree = { ...given, top: undefined }
  try {
    tree.top = open(tree, '')
  } catch (error) {
    shutAll(tree)
    throw error
  }
  return { close: () => shutAll(tree) }
}

interface FolderTree extends FoldersToWatch {
  top: Watched | undefined
}

/** Returns undefined for a folder that is missing or unreadable by then. */
function open(tree: FolderTree, path: string): Watched | undefined {
  if (tree.room.left <= 0) throw new TooManyFolders()
  const folder = join(tree.root, path)
  const folders = new Map<string, Watched>()
  const watcher = startWatch(folder, (event, name) => hear(tree, opened, { event, name }))
  if (!watcher) return undefined
  tree.room.left -= 1
  const opened: Watched = { path, watcher, folders }
  tree.top ??= opened
  // Listed after the watch began, so that folders created in between are either reported or found.
  for (const name of foldersIn(folder)) openInto(tree, opened, name)
  return opened
}

function openInto(tree: FolderTree, { path, folders }: Watched, name: string): void {
  const child = pathIn(path, name)
  const opened = tree.isWanted(child) ? open(tree, child) : undefined
  if (opened) folders.set(name, opened)
}

interface Happened {
  readonly event: string
  readonly name: string | null
}

function hear(tree: FolderTree, folder: Watched, { event, name }: Happened): void {
  if (!tree.top) return
  if (name !== null && !tree.isWanted(pathIn(folder.path, name))) return
  tree.onChange()
  if (name === null || event !== 'rename') return
  // The item was created, deleted or replaced.
  shut(tree, folder.folders.get(name))
  folder.folders.delete(name)
  try {
    if (isFolder(join(tree.root, folder.path, name))) openInto(tree, folder, name)
  } catch (error) {
    if (!(error instanceof TooManyFolders)) throw error
    shutAll(tree)
    tree.onTooMany()
  }
}

function shut(tree: FolderTree, folder: Watched | undefined): void {
  if (!folder) return
  folder.watcher.close()
  tree.room.left += 1
  for (const child of folder.folders.values()) shut(tree, child)
}

function shutAll(tree: FolderTree): void {
  const { top } = tree
  tree.top = undefined
  shut(tree, top)
}

const pathIn = (path: string, name: string) => (path === '' ? name : `${path}/${name}`)

/** Returns whether the system has no watches or file descriptors left. */
const isExhausted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EMFILE')

function startWatch(
  folder: string,
  hear: (event: string, name: string | null) => void,
): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, hear)
    // The deletion of a folder is reported by its parent.
    watcher.on('error', () => {})
    return watcher
  } catch (error) {
    if (isExhausted(error)) throw new TooManyFolders()
    return undefined
  }
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  } catch {
    return []
  }
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
