/**
 * Watches the folders below a root. On Linux, one watch reports everything in a folder, so files need none; other systems watch a whole
 * tree at once. Links are not followed: the next scan finds changes of their targets.
 */
import { type FSWatcher, lstatSync, readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'

export interface FolderWatch {
  /** Returns whether the root still is the same folder. */
  readonly isThere: () => boolean
  readonly close: () => void
}

export interface FolderWatchOptions {
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
export class TooManyFoldersError extends Error {}

/** Throws `TooManyFoldersError`, or the error of the file system if the root is unreadable. */
export function watchFolders(given: FolderWatchOptions): FolderWatch {
  const { root } = given
  const state = identityOf(root)
  const top = process.platform === 'linux' ? watchEachFolder(given) : watchRecursively(given)
  return {
    isThere: () => {
      try {
        return identityOf(root) === state
      } catch {
        return false
      }
    },
    close: top.close,
  }
}

/** Returns the identity of a folder, which differs after its disk was replaced. */
function identityOf(root: string): string {
  const { dev, ino } = statSync(root)
  return `${dev} ${ino}`
}

function watchRecursively({ root, isWanted, onChange }: FolderWatchOptions): Pick<FolderWatch, 'close'> {
  const watcher = watch(root, { recursive: true, persistent: false }, (_, name) => {
    if (name === null || isWanted(name.replaceAll('\\', '/'))) onChange()
  })
  watcher.on('error', onChange)
  return { close: () => watcher.close() }
}

interface WatchedFolder {
  readonly path: string
  readonly watcher: FSWatcher
  readonly folders: Map<string, WatchedFolder>
}

function watchEachFolder(given: FolderWatchOptions): Pick<FolderWatch, 'close'> {
  const tree: FolderTree = { ...given, top: undefined }
  try {
    tree.top = watchTree(tree, '')
  } catch (error) {
    closeAll(tree)
    throw error
  }
  return { close: () => closeAll(tree) }
}

interface FolderTree extends FolderWatchOptions {
  top: WatchedFolder | undefined
}

/** Returns undefined for a folder that is missing or unreadable by then. */
function watchTree(tree: FolderTree, path: string): WatchedFolder | undefined {
  if (tree.room.left <= 0) throw new TooManyFoldersError()
  const folder = join(tree.root, path)
  const folders = new Map<string, WatchedFolder>()
  const watcher = startWatch(folder, (event, name) => handleEvent(tree, opened, { event, name }))
  if (!watcher) return undefined
  tree.room.left -= 1
  const opened: WatchedFolder = { path, watcher, folders }
  tree.top ??= opened
  // Listed after the watch began, so that folders created in between are either reported or found.
  for (const name of foldersIn(folder)) watchSubfolder(tree, opened, name)
  return opened
}

function watchSubfolder(tree: FolderTree, { path, folders }: WatchedFolder, name: string): void {
  const child = pathIn(path, name)
  const opened = tree.isWanted(child) ? watchTree(tree, child) : undefined
  if (opened) folders.set(name, opened)
}

interface WatchEvent {
  readonly event: string
  readonly name: string | null
}

function handleEvent(tree: FolderTree, folder: WatchedFolder, { event, name }: WatchEvent): void {
  if (!tree.top) return
  if (name !== null && !tree.isWanted(pathIn(folder.path, name))) return
  tree.onChange()
  if (name === null || event !== 'rename') return
  // The item was created, deleted or replaced.
  closeTree(tree, folder.folders.get(name))
  folder.folders.delete(name)
  try {
    if (isFolder(join(tree.root, folder.path, name))) watchSubfolder(tree, folder, name)
  } catch (error) {
    if (!(error instanceof TooManyFoldersError)) throw error
    closeAll(tree)
    tree.onTooMany()
  }
}

function closeTree(tree: FolderTree, folder: WatchedFolder | undefined): void {
  if (!folder) return
  folder.watcher.close()
  tree.room.left += 1
  for (const child of folder.folders.values()) closeTree(tree, child)
}

function closeAll(tree: FolderTree): void {
  const { top } = tree
  tree.top = undefined
  closeTree(tree, top)
}

const pathIn = (path: string, name: string) => (path === '' ? name : `${path}/${name}`)

/** Returns whether the system has no watches or file descriptors left. */
const isLimitError = (error: unknown): boolean =>
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
    if (isLimitError(error)) throw new TooManyFoldersError()
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
