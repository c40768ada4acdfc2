import { findWorkId } from '@koedana/contract/values.ts'
import { audioFormatOf, isUnplayable } from '../media/formats.rules.ts'
import { archivedWorkId, fileTitle, findWorkIds } from './names.rules.ts'

export interface WorkFolder {
  /** Undefined for an audio folder whose name has no ID. */
  readonly id: string | undefined
  readonly name: string
  /** Title set by a person; by default it is read from the name. */
  readonly title?: string | undefined
  /** False for an archive or a single file, about which an administrator cannot decide. */
  readonly isFolder?: boolean
  /** Whether the name has several IDs. The first is used, unless works with these IDs are inside. */
  readonly hasSeveralIds?: boolean
  readonly folder: string
  readonly others: readonly OtherFolder[]
  /**
   * Returns all files of the work, relative to the root, in natural order; files of further folders come last. Computed on request,
   * because the paths of a whole library take much memory.
   */
  readonly paths: () => readonly string[]
}

export interface OtherFolder {
  readonly folder: string
  /** Folder name for its files inside the work; `''` if its name adds nothing. */
  readonly label: string
}

export interface FoundArchive {
  readonly id: string
  readonly path: string
}

export type GroupingDecision =
  | { readonly kind: 'work'; readonly id: string; readonly title?: string | undefined }
  | { readonly kind: 'ignored' }

export type Decisions = ReadonlyMap<string, GroupingDecision>

export interface GroupedFolders {
  readonly works: readonly WorkFolder[]
  readonly ignored: readonly WorkFolder[]
  /** Archives of works, which are not playable until they are extracted. */
  readonly archives: readonly FoundArchive[]
}

/**
 * Groups folders into works. Rules, in this order: an administrator's decision; a folder named with an ID is that work with everything
 * below it; a name with several IDs is the first of them, unless works are inside; a file named with an ID is that work; a folder with
 * tracks is a custom work together with subfolders that are not works.
 */
export function groupWorks(root: FoundFolder, decisions: Decisions = new Map()): GroupedFolders {
  const works: WorkFolder[] = []
  const ignored: WorkFolder[] = []
  const archives: FoundArchive[] = []
  const packed: { readonly id: string; readonly folder: FoundFolder }[] = []

  function visit(folder: FoundFolder): void {
    const [id, ...more] = findWorkIds(folder.name)
    const decision = decisions.get(folder.path)
    if (id !== undefined && (decision || more.length === 0 || !holdsWorkWithin(folder))) {
      if (folder.isArchive) packed.push({ id, folder })
      else addWork(createNamedWork(folder, { id, hasSeveralIds: more.length > 0 }), decision)
      return
    }
    const own = folder.files.filter((name) => findWorkId(name) === undefined)
    const named = groupNamedFiles(folder)
    works.push(...named.works)
    archives.push(...named.archives)
    // Subfolders of the root are never discs of an album.
    const isOwn = decision !== undefined || own.some((name) => audioFormatOf(name) !== undefined)
    if (isOwn) addWork({ ...ownWork(folder, own), hasSeveralIds: more.length > 0 }, decision)
    for (const child of folder.folders) {
      if (!isOwn || folder === root || holdsWork(child)) visit(child)
    }
  }

  function addWork(work: WorkFolder, decision: GroupingDecision | undefined): void {
    if (!decision) works.push(work)
    else if (decision.kind === 'ignored') ignored.push(work)
    else works.push({ ...work, id: decision.id, title: decision.title, hasSeveralIds: false })
  }

  function ownWork(folder: FoundFolder, own: readonly string[]): WorkFolder {
    const discs = folder === root ? [] : folder.folders.filter((child) => !holdsWork(child))
    const paths = () => [...own.map((name) => joinFolder(folder, name)), ...discs.flatMap(listPaths)]
    return { id: undefined, name: folder.name, folder: folder.path, isFolder: true, others: [], paths }
  }

  const holdsWork = (folder: FoundFolder): boolean =>
    decisions.has(folder.path) || findWorkId(folder.name) !== undefined || holdsWorkWithin(folder)

  const holdsWorkWithin = ({ files, folders }: FoundFolder): boolean =>
    files.some((name) => audioFormatOf(name) !== undefined && findWorkId(name) !== undefined) ||
    folders.some(holdsWork)

  visit(root)
  // Extracted copies of an archive take precedence over it.
  const unpacked = new Set(works.map(({ id }) => id))
  for (const { id, folder } of packed) {
    if (unpacked.has(id)) archives.push({ id, path: folder.path })
    else works.push(createPackedWork(id, folder))
  }
  return { works, ignored, archives }
}

/** Returns works and archives whose file names contain an ID, together with texts and pictures of the same ID. */
function groupNamedFiles(folder: FoundFolder): Pick<GroupedFolders, 'works' | 'archives'> {
  const works: WorkFolder[] = []
  const archives: FoundArchive[] = []
  for (const [id, names] of Map.groupBy(folder.files, findWorkId)) {
    if (id === undefined) continue
    const packed = names.find((name) => archivedWorkId(name) === id)
    if (packed !== undefined) archives.push({ id, path: joinFolder(folder, packed) })
    const sound = names.find((name) => audioFormatOf(name) !== undefined)
    if (sound === undefined) continue
    const paths = () => names.map((name) => joinFolder(folder, name))
    works.push({ id, name: fileTitle(sound), folder: folder.path, others: [], paths })
  }
  return { works, archives }
}

const createNamedWork = (
  folder: FoundFolder,
  named: { readonly id: string; readonly hasSeveralIds: boolean },
): WorkFolder => ({
  ...named,
  name: folder.name,
  folder: folder.path,
  isFolder: true,
  others: [],
  paths: () => listPaths(folder),
})

/** Skips the extra folder into which archivers often put everything. */
function createPackedWork(id: string, archive: FoundFolder): WorkFolder {
  let folder = archive
  for (let [only, ...others] = folder.folders; only; [only, ...others] = folder.folders) {
    if (others.length > 0 || folder.files.length > 0) break
    folder = only
  }
  const paths = () => listPaths(folder)
  return { id, name: fileTitle(archive.name), folder: folder.path, others: [], paths }
}

export const unplayablePaths = (folder: FoundFolder): string[] => [
  ...folder.files.filter(isUnplayable).map((name) => joinFolder(folder, name)),
  ...folder.folders.flatMap(unplayablePaths),
]

/** Returns all paths in walk order: files before subfolders. */
function listPaths(folder: FoundFolder): string[] {
  return [...folder.files.map((name) => joinFolder(folder, name)), ...folder.folders.flatMap(listPaths)]
}

/** Returns the path of a file inside its work, as `folder/name`. */
export function pathInWork(work: WorkFolders, path: string): string {
  const { folder, label } = findContainingFolder(work, path)
  const inside = folder === '' ? path : path.slice(folder.length + 1)
  return label === '' ? inside : `${label}/${inside}`
}

/** Returns the deepest folder of the work that contains the file. */
export const containingFolder = (work: WorkFolders, path: string): string =>
  findContainingFolder(work, path).folder

type WorkFolders = Pick<WorkFolder, 'folder' | 'others'>

function findContainingFolder({ folder, others }: WorkFolders, path: string): OtherFolder {
  const own = { folder, label: '' }
  if (others.length === 0) return own
  const holding = others.filter((one) => one.folder === '' || path.startsWith(`${one.folder}/`))
  const isOwn = folder === '' || path.startsWith(`${folder}/`)
  return holding.reduce((a, b) => ((!isOwn && a === own) || b.folder.length > a.folder.length ? b : a), own)
}

export interface FoundFolder {
  /** Path relative to the root; `''` for the root itself. */
  readonly path: string
  readonly name: string
  readonly files: readonly string[]
  readonly folders: readonly FoundFolder[]
  /** Whether it is an archive, whose entries appear as files. */
  readonly isArchive?: boolean
}

/** A folder that the walk can still change, for example by inserting link targets. */
export interface MutableFolder extends FoundFolder {
  path: string
  name: string
  files: string[]
  folders: MutableFolder[]
}

export const joinFolder = ({ path }: FoundFolder, name: string): string =>
  path === '' ? name : `${path}/${name}`
