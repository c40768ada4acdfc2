import { findWorkId } from '@koedana/contract/values.ts'
import { audioFormatOf, isUnplayable } from '../media/formats.rules.ts'
import { archivedWorkId, findWorkIds, titleOfFile } from './names.rules.ts'

export interface FoundWork {
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

export type Decision =
  | { readonly kind: 'work'; readonly id: string; readonly title?: string | undefined }
  | { readonly kind: 'ignored' }

export type Decisions = ReadonlyMap<string, Decision>

export interface Grouped {
  readonly works: readonly FoundWork[]
  readonly ignored: readonly FoundWork[]
  /** Archives of works, which are not playable until they are extracted. */
  readonly archives: readonly FoundArchive[]
}

/**
 * Groups folders into works. Rules, in this order: an administrator's decision; a folder named with an ID is that work with everything
 * below it; a name with several IDs is the first of them, unless works are inside; a file named with an ID is that work; a folder with
 * tracks is a custom work together with subfolders that are not works.
 */
export function groupWorks(root: FoundFolder, decisions: Decisions = new Map()): Grouped {
  const works: FoundWork[] = []
  const ignored: FoundWork[] = []
  const archives: FoundArchive[] = []
  const packed: { readonly id: string; readonly folder: FoundFolder }[] = []

  function visit(folder: FoundFolder): void {
    const [id, ...more] = findWorkIds(folder.name)
    const decision = decisions.get(folder.path)
    if (id !== undefined && (decision || more.length === 0 || !holdsWorkWithin(folder))) {
      if (folder.isArchive) packed.push({ id, folder })
      else take(namedWork(folder, { id, hasSeveralIds: more.length > 0 }), decision)
      return
    }
    const own = folder.files.filter((name) => findWorkId(name) === undefined)
    const named = namedFiles(folder)
    works.push(...named.works)
    archives.push(...named.archives)
    // Subfolders of the root are never discs of an album.
    const isOwn = decision !== undefined || own.some((name) => audioFormatOf(name) !== undefined)
    if (isOwn) take({ ...ownWork(folder, own), hasSeveralIds: more.length > 0 }, decision)
    for (const child of folder.folders) {
      if (!isOwn || folder === root || holdsWork(child)) visit(child)
    }
  }

  function take(work: FoundWork, decision: Decision | undefined): void {
    if (!decision) works.push(work)
    else if (decision.kind === 'ignored') ignored.push(work)
    else works.push({ ...work, id: decision.id, title: decision.title, hasSeveralIds: false })
  }

  function ownWork(folder: FoundFolder, own: readonly string[]): FoundWork {
    const discs = folder === root ? [] : folder.folders.filter((child) => !holdsWork(child))
    const paths = () => [...own.map((name) => pathIn(folder, name)), ...discs.flatMap(everyPath)]
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
    else works.push(packedWork(id, folder))
  }
  return { works, ignored, archives }
}

/** Returns works and archives whose file names contain an ID, together with texts and pictures of the same ID. */
function namedFiles(folder: FoundFolder): Pick<Grouped, 'works' | 'archives'> {
  const works: FoundWork[] = []
  const archives: FoundArchive[] = []
  for (const [id, names] of Map.groupBy(folder.files, findWorkId)) {
    if (id === undefined) continue
    const packed = names.find((name) => archivedWorkId(name) === id)
    if (packed !== undefined) archives.push({ id, path: pathIn(folder, packed) })
    const sound = names.find((name) => audioFormatOf(name) !== undefined)
    if (sound === undefined) continue
    const paths = () => names.map((name) => pathIn(folder, name))
    works.push({ id, name: titleOfFile(sound), folder: folder.path, others: [], paths })
  }
  return { works, archives }
}

const namedWork = (
  folder: FoundFolder,
  named: { readonly id: string; readonly hasSeveralIds: boolean },
): FoundWork => ({
  ...named,
  name: folder.name,
  folder: folder.path,
  isFolder: true,
  others: [],
  paths: () => everyPath(folder),
})

/** Skips the extra folder into which archivers often put everything. */
function packedWork(id: string, archive: FoundFolder): FoundWork {
  let folder = archive
  for (let [only, ...others] = folder.folders; only; [only, ...others] = folder.folders) {
    if (others.length > 0 || folder.files.length > 0) break
    folder = only
  }
  const paths = () => everyPath(folder)
  return { id, name: titleOfFile(archive.name), folder: folder.path, others: [], paths }
}

export const unplayablePaths = (folder: FoundFolder): string[] => [
  ...folder.files.filter(isUnplayable).map((name) => pathIn(folder, name)),
  ...folder.folders.flatMap(unplayablePaths),
]

/** Returns all paths in walk order: files before subfolders. */
function everyPath(folder: FoundFolder): string[] {
  return [...folder.files.map((name) => pathIn(folder, name)), ...folder.folders.flatMap(everyPath)]
}

/** Returns the path of a file inside its work, as `folder/name`. */
export function pathInWork(work: WorkFolders, path: string): string {
  const { folder, label } = rootHolding(work, path)
  const inside = folder === '' ? path : path.slice(folder.length + 1)
  return label === '' ? inside : `${label}/${inside}`
}

/** Returns the deepest folder of the work that contains the file. */
export const folderHolding = (work: WorkFolders, path: string): string => rootHolding(work, path).folder

type WorkFolders = Pick<FoundWork, 'folder' | 'others'>

function rootHolding({ folder, others }: WorkFolders, path: string): OtherFolder {
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
export interface OpenFolder extends FoundFolder {
  path: string
  name: string
  files: string[]
  folders: OpenFolder[]
}

export const pathIn = ({ path }: FoundFolder, name: string): string =>
  path === '' ? name : `${path}/${name}`
