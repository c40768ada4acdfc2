/** The files of a work as a tree of folders, as the apps show them. */

export interface TreeFile {
  readonly folder: string
  readonly name: string
  readonly node: object
}

type Folder = { readonly type: 'folder'; readonly title: string; readonly children: object[] }

const natural = new Intl.Collator('ja', { numeric: true })

/** Returns the tree. Folders come before files, each in natural order. */
export function treeOf(files: readonly TreeFile[]): object[] {
  const top: object[] = []
  const folders = new Map<string, object[]>([['', top]])
  const childrenOf = (path: string): object[] => {
    const known = folders.get(path)
    if (known) return known
    const cut = path.lastIndexOf('/')
    const folder: Folder = { type: 'folder', title: path.slice(cut + 1), children: [] }
    childrenOf(cut < 0 ? '' : path.slice(0, cut)).push(folder)
    folders.set(path, folder.children)
    return folder.children
  }
  const paths = [...new Set(files.map(({ folder }) => folder))].sort(natural.compare)
  for (const path of paths) childrenOf(path)
  for (const { folder, node } of [...files].sort((one, other) => natural.compare(one.name, other.name)))
    childrenOf(folder).push(node)
  return top
}
