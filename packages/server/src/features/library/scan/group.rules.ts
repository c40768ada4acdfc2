/** Phase 2: which folders are works. */
import { findWorkId } from '@koedana/contract/values.ts'
import { audioFormatOf, isUnplayable } from '../media/formats.rules.ts'
import { archivedWorkId, findWorkIds, titleOfFile } from './names.rules.ts'

export interface FoundWork {
  /** It is undefined for a folder of audio whose name holds none. */
  readonly id: string | undefined
  /** The title is read from it. */
  readonly name: string
  /** The name by a person; read from the name without one. */
  readonly title?: string | undefined
  /** It is a folder by itself, on which somebody may decide: no archive, and no file among others. */
  readonly isFolder?: boolean
  /** Its name holds more than one id: it has the first, or none where works of these ids lie in it. */
  readonly hasSeveralIds?: boolean
  /** The work's folder below the root. */
  readonly folder: string
  /** The other folders in which it lies. */
  readonly others: readonly OtherFolder[]
  /**
   * Returns all files of the work below the root, in natural order; those of other folders after its own. Made as they are
   * requested: those of a whole library take much memory.
   */
  readonly paths: () => readonly string[]
}

export interface OtherFolder {
  readonly folder: string
  /** The folder of its files inside the work; `''` where its name says nothing. */
  readonly label: string
}

export interface FoundArchive {
  readonly id: string
  readonly path: string
}

/** An administrator decided this of a folder. */
export type Decision =
  | { readonly kind: 'work'; readonly id: string; readonly title?: string | undefined }
  | { readonly kind: 'ignored' }

/** The decisions by the path of the folder. */
export type Decisions = ReadonlyMap<string, Decision>

export interface Grouped {
  readonly works: readonly FoundWork[]
  /** The works that are passed over by somebody's wish. */
  readonly ignored: readonly FoundWork[]
  /** Known to be here, not playable before they are unpacked. */
  readonly archives: readonly FoundArchive[]
}

/**
 * A folder named with an id is that work with all below it; one named with several is none where works lie in it, else the first
 * of them. Else a folder that holds audio itself is an own work, together with its folders that are no works themselves; a
 * single file named with an id is that work. What somebody decided of a folder comes before its name.
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
    // The root's folders are never discs of one album.
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

  /** Returns whether an id is written on the folder or on anything below it, or somebody decided what it is. */
  const holdsWork = (folder: FoundFolder): boolean =>
    decisions.has(folder.path) || findWorkId(folder.name) !== undefined || holdsWorkWithin(folder)

  const holdsWorkWithin = ({ files, folders }: FoundFolder): boolean =>
    files.some((name) => audioFormatOf(name) !== undefined && findWorkId(name) !== undefined) ||
    folders.some(holdsWork)

  visit(root)
  // What somebody unpacked is played from there.
  const unpacked = new Set(works.map(({ id }) => id))
  for (const { id, folder } of packed) {
    if (unpacked.has(id)) archives.push({ id, path: folder.path })
    else works.push(packedWork(id, folder))
  }
  return { works, ignored, archives }
}

/** Sounds and archives that carry the id themselves, with the texts and pictures of the same id beside them. */
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

/** Packers put everything into one folder more: the work is what lies in it. */
function packedWork(id: string, archive: FoundFolder): FoundWork {
  let folder = archive
  for (let [only, ...others] = folder.folders; only; [only, ...others] = folder.folders) {
    if (others.length > 0 || folder.files.length > 0) break
    folder = only
  }
  const paths = () => everyPath(folder)
  return { id, name: titleOfFile(archive.name), folder: folder.path, others: [], paths }
}

/** Recordings that cannot be heard before somebody converts them, whether in a work or not. */
export const unplayablePaths = (folder: FoundFolder): string[] => [
  ...folder.files.filter(isUnplayable).map((name) => pathIn(folder, name)),
  ...folder.folders.flatMap(unplayablePaths),
]

/** Natural order, as the walk has it: what lies higher comes before what lies in folders. */
function everyPath(folder: FoundFolder): string[] {
  return [...folder.files.map((name) => pathIn(folder, name)), ...folder.folders.flatMap(everyPath)]
}

/** Returns where in its work a file lies, as `folder/name`. */
export function pathInWork(work: WorkFolders, path: string): string {
  const { folder, label } = rootHolding(work, path)
  const inside = folder === '' ? path : path.slice(folder.length + 1)
  return label === '' ? inside : `${label}/${inside}`
}

/** Returns which of a work's folders a file lies in: the deepest one. */
export const folderHolding = (work: WorkFolders, path: string): string => rootHolding(work, path).folder

type WorkFolders = Pick<FoundWork, 'folder' | 'others'>

function rootHolding({ folder, others }: WorkFolders, path: string): OtherFolder {
  const own = { folder, label: '' }
  if (others.length === 0) return own
  const holding = others.filter((one) => one.folder === '' || path.startsWith(`${one.folder}/`))
  const isOwn = folder === '' || path.startsWith(`${folder}/`)
  return holding.reduce((a, b) => ((!isOwn && a === own) || b.folder.length > a.folder.length ? b : a), own)
}

/** A folder as the walk found it. */
export interface FoundFolder {
  /** The path below the root; `''` for the root itself. */
  readonly path: string
  readonly name: string
  /** Names, in natural order. */
  readonly files: readonly string[]
  readonly folders: readonly FoundFolder[]
  /** It is an archive, whose entries stand as its files. */
  readonly isArchive?: boolean
}

/** One that links are still being laid into. */
export interface OpenFolder extends FoundFolder {
  path: string
  name: string
  files: string[]
  folders: OpenFolder[]
}

export const pathIn = ({ path }: FoundFolder, name: string): string =>
  path === '' ? name : `${path}/${name}`
