/**
 * Watches the folders below a root. Linux reports all that happens in a folder by one watch, so that files need none;
 * other systems watch a whole tree by one. Links are not followed: what lies behind them is found by the next scan.
 */
import { type FSWatcher, lstatSync, readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'

export interface WatchedFolders {
  /** Returns whether the root is there, and the folder that it was. */
  readonly isThere: () => boolean
  readonly close: () => void
}

export interface FoldersToWatch {
  readonly root: string
  /** How many more folders may be watched, by all who share it. */
  readonly room: { left: number }
  /** Returns whether anybody wants to know of this path below the root. */
  readonly isWanted: (path: string) => boolean
  readonly onChange: () => void
  /** Nothing is watched any more: there are more folders than may be. */
  readonly onTooMany: () => void
}

/** There are more folders than the system, or we, can watch. */
export class TooManyFolders extends Error {}

/** Throws `TooManyFolders`, and as the file system does where the root cannot be read. */
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

/** A disk that replaced its disk is another folder. */
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

/** A folder that is watched, and those in it that are, by name. */
interface Watched {
  readonly path: string
  readonly watcher: FSWatcher
  readonly folders: Map<string, Watched>
}

/** Throws `TooManyFolders`. */
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

/** Returns undefined for a folder that is gone by then, or is not ours to read. */
function open(tree: FolderTree, path: string): Watched | undefined {
  if (tree.room.left <= 0) throw new TooManyFolders()
  const folder = join(tree.root, path)
  const folders = new Map<string, Watched>()
  const watcher = startWatch(folder, (event, name) => hear(tree, opened, { event, name }))
  if (!watcher) return undefined
  tree.room.left -= 1
  const opened: Watched = { path, watcher, folders }
  tree.top ??= opened
  // Listed once it is watched: what is made in between is reported, or found.
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
  // It came, or went, or is another one by now.
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

/** Recognises what a system says that has no more watches, or files, to give. */
const isExhausted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EMFILE')

function startWatch(
  folder: string,
  hear: (event: string, name: string | null) => void,
): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, hear)
    // A folder that went away is reported by the one above it.
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
