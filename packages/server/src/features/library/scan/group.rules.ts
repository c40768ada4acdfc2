/** Phase 2: which folders are works. */
import { findWorkId } from '@koedana/contract/values.ts'
import { audioFormatOf, isUnplayable } from '../media/formats.rules.ts'
import { archivedWorkId, titleOfFile } from './names.rules.ts'

export interface FoundWork {
  /** Undefined for a folder of audio whose name holds none. */
  readonly id: string | undefined
  /** What the title is read from. */
  readonly name: string
  /** The work's folder below the root. */
  readonly folder: string
  /** Where more of it lies. */
  readonly others: readonly OtherFolder[]
  /**
   * All files of the work below the root, in natural order; those of other folders after its own. Made as they are asked for:
   * those of a whole library take much memory.
   */
  readonly paths: () => readonly string[]
}

export interface OtherFolder {
  readonly folder: string
  /** What its files lie in, seen from the work; `''` where its name says nothing. */
  readonly label: string
}

export interface FoundArchive {
  readonly id: string
  readonly path: string
}

export interface Grouped {
  readonly works: readonly FoundWork[]
  /** Known to be here, not playable before they are unpacked. */
  readonly archives: readonly FoundArchive[]
}

/**
 * A folder named with an id is that work with all below it. Else a folder that holds audio itself is an own work,
 * together with its folders that are no works themselves; a single file named with an id is that work.
 */
export function groupWorks(root: FoundFolder): Grouped {
  const works: FoundWork[] = []
  const archives: FoundArchive[] = []
  const packed: { readonly id: string; readonly folder: FoundFolder }[] = []

  function visit(folder: FoundFolder): void {
    const id = findWorkId(folder.name)
    if (id !== undefined) {
      if (folder.isArchive) packed.push({ id, folder })
      else
        works.push({ id, name: folder.name, folder: folder.path, others: [], paths: () => everyPath(folder) })
      return
    }
    const own = folder.files.filter((name) => findWorkId(name) === undefined)
    collectNamedFiles(folder)
    // The root's folders are never discs of one album.
    const isOwn = own.some((name) => audioFormatOf(name) !== undefined)
    if (isOwn) works.push(ownWork(folder, own))
    for (const child of folder.folders) {
      if (!isOwn || folder === root || holdsWork(child)) visit(child)
    }
  }

  function ownWork(folder: FoundFolder, own: readonly string[]): FoundWork {
    const discs = folder === root ? [] : folder.folders.filter((child) => !holdsWork(child))
    const paths = () => [...own.map((name) => pathIn(folder, name)), ...discs.flatMap(everyPath)]
    return { id: undefined, name: folder.name, folder: folder.path, others: [], paths }
  }

  /** Sounds and archives that carry the id themselves, with the texts and pictures of the same id beside them. */
  function collectNamedFiles(folder: FoundFolder): void {
    const named = Map.groupBy(folder.files, findWorkId)
    for (const [id, names] of named) {
      if (id === undefined) continue
      const packed = names.find((name) => archivedWorkId(name) === id)
      if (packed !== undefined) archives.push({ id, path: pathIn(folder, packed) })
      const sound = names.find((name) => audioFormatOf(name) !== undefined)
      if (sound === undefined) continue
      const paths = () => names.map((name) => pathIn(folder, name))
      works.push({ id, name: titleOfFile(sound), folder: folder.path, others: [], paths })
    }
  }

  visit(root)
  // What somebody unpacked is played from there.
  const unpacked = new Set(works.map(({ id }) => id))
  for (const { id, folder } of packed) {
    if (unpacked.has(id)) archives.push({ id, path: folder.path })
    else works.push(packedWork(id, folder))
  }
  return { works, archives }
}

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

/** Whether an id is written on the folder or on anything below it. */
function holdsWork(folder: FoundFolder): boolean {
  const names = [folder.name, ...folder.files.filter((name) => audioFormatOf(name) !== undefined)]
  return names.some((name) => findWorkId(name) !== undefined) || folder.folders.some(holdsWork)
}

/** Natural order, as the walk has it: what lies higher comes before what lies in folders. */
function everyPath(folder: FoundFolder): string[] {
  return [...folder.files.map((name) => pathIn(folder, name)), ...folder.folders.flatMap(everyPath)]
}

/** Where in its work a file lies, as `folder/name`. */
export function pathInWork(work: WorkFolders, path: string): string {
  const { folder, label } = placeHolding(work, path)
  const inside = folder === '' ? path : path.slice(folder.length + 1)
  return label === '' ? inside : `${label}/${inside}`
}

/** Which of a work's folders a file lies in: the deepest one. */
export const folderHolding = (work: WorkFolders, path: string): string => placeHolding(work, path).folder

type WorkFolders = Pick<FoundWork, 'folder' | 'others'>

function placeHolding({ folder, others }: WorkFolders, path: string): OtherFolder {
  const own = { folder, label: '' }
  if (others.length === 0) return own
  const holding = others.filter((one) => one.folder === '' || path.startsWith(`${one.folder}/`))
  const isOwn = folder === '' || path.startsWith(`${folder}/`)
  return holding.reduce((a, b) => ((!isOwn && a === own) || b.folder.length > a.folder.length ? b : a), own)
}

/** A folder as the walk found it. */
export interface FoundFolder {
  /** Below the root; `''` for the root itself. */
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
