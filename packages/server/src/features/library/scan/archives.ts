/**
 * Scan phase 1, second half: inserts zip archives of works into the tree as folders. An unchanged archive is not read again; an unreadable
 * one stays a file, and the tracks known from it are not marked missing.
 */
import { findWorkId } from '@koedana/contract/values.ts'
import type { Db } from '../../../db/schema.ts'
import { isZipName, splitAtArchives } from '../../storages/archives/archive-storage.ts'
import type { ValidatedEntries } from '../../storages/archives/zip-entries.rules.ts'
import { readDirectory } from '../../storages/archives/zip-file.ts'
import { type FileFacts, type Ref, type Storage, StorageError } from '../../storages/storage.ts'
import { audioFormatOf } from '../media/formats.rules.ts'
import { compareNatural } from '../media/natural.rules.ts'
import { type FoundFolder, joinFolder, type MutableFolder } from './group.rules.ts'
import { isJunk } from './names.rules.ts'
import type { Faults } from './scan.ts'
import type { WalkedTree } from './walk.ts'

export interface ArchiveSources {
  readonly db: Db
  readonly storageKey: number
  readonly storage: Storage
  readonly walked: WalkedTree
  readonly faults: Faults
}

export const isInArchive = (archives: ReadonlySet<string>, path: string): boolean =>
  archives.size > 0 && splitAtArchives(path).some(({ archive }) => archives.has(archive))

/** Returns the tree with the contents of archives. */
export async function openArchives(sources: ArchiveSources): Promise<WalkedTree> {
  const { walked, storage } = sources
  // Entries have no ID of their own, so drives that address files by ID are skipped.
  if (storage.capabilities.addressing === 'id') return walked
  const opener = await createOpener(sources)

  const visit = async (folder: FoundFolder, isOfWork: boolean): Promise<FoundFolder> => {
    const isWork = isOfWork || findWorkId(folder.name) !== undefined
    const folders = []
    for (const child of folder.folders) folders.push(await visit(child, isWork))
    // A folder with tracks but without an ID is a custom work; the root is not, if it contains works.
    const holdsWork = isWork || (folder !== walked.tree && folder.files.some(audioFormatOf))
    const opened = new Map<string, FoundFolder>()
    for (const name of folder.files.filter(isZipName)) {
      if (!holdsWork && findWorkId(name) === undefined) continue
      const archive = isUnpacked(folder, name) ? undefined : await opener.open(joinFolder(folder, name), name)
      if (archive) opened.set(name, archive)
    }
    const isSame = opened.size === 0 && folders.every((child, at) => child === folder.folders[at])
    return isSame ? folder : insertArchives(folder, folders, opened)
  }

  const tree = await visit(walked.tree, false)
  return { tree, ...(await opener.finish()) }
}

interface Opener {
  /** Returns undefined if the archive contains nothing playable. */
  readonly open: (path: string, name: string) => Promise<FoundFolder | undefined>
  readonly finish: () => Promise<Omit<WalkedTree, 'tree'>>
}

async function createOpener(sources: ArchiveSources): Promise<Opener> {
  const { db, storageKey, walked, faults } = sources
  const known = await listStoredArchives(db, storageKey)
  const seen = new Set<string>()
  const unread: string[] = []
  const openedArchives = new Set<string>()
  const entries = new Map<string, FileFacts>()
  return {
    open: async (path, name) => {
      const facts = await walked.factsOf(path)
      if (!facts) return undefined
      seen.add(path)
      const archiveEntries = await readEntries(sources, { path, facts, known: known.get(path) })
      if (!archiveEntries) {
        faults.add(path, 'archiveUnread')
        unread.push(path)
        return undefined
      }
      for (const refused of rejectedPaths(path, archiveEntries)) faults.add(refused, 'archiveEntry')
      if (!archiveEntries.entries.some((entry) => audioFormatOf(entry.path))) return undefined
      openedArchives.add(path)
      const { modifiedAt, changedMs } = facts
      for (const { path: inside, sizeBytes } of archiveEntries.entries)
        entries.set(`${path}/${inside}`, { sizeBytes, modifiedAt, changedMs })
      return buildFolder({ path, name }, archiveEntries)
    },
    finish: async () => {
      const gone = [...known.keys()].filter((path) => !seen.has(path) && !walked.isUnreadable(path))
      await deleteArchives(db, storageKey, gone)
      return {
        isUnreadable: (path) =>
          walked.isUnreadable(path) || unread.some((archive) => path.startsWith(`${archive}/`)),
        factsOf: (path) => entries.get(path) ?? walked.factsOf(path),
        refOf: walked.refOf,
        openedArchives,
      }
    },
  }
}

/** If an archive has more rejected entries, only the archive is reported, so that they do not hide other faults. */
const maxReported = 20

const rejectedPaths = (path: string, { refused }: ValidatedEntries): string[] =>
  refused.length > maxReported ? [path] : refused.map((one) => `${path}/${one.path}`)

/** Returns whether a folder of the archive's name is next to it. Its files are played instead of those in the archive. */
function isUnpacked(folder: FoundFolder, name: string): boolean {
  const title = name.replace(/\.zip$/i, '')
  return folder.folders.some((child) => child.name === title)
}

function insertArchives(
  folder: FoundFolder,
  folders: readonly FoundFolder[],
  opened: ReadonlyMap<string, FoundFolder>,
): FoundFolder {
  const all = [...folders, ...opened.values()].sort((a, b) => compareNatural(a.name, b.name))
  return { ...folder, files: folder.files.filter((name) => !opened.has(name)), folders: all }
}

function buildFolder(
  { path, name }: Pick<FoundFolder, 'path' | 'name'>,
  { entries }: ValidatedEntries,
): FoundFolder {
  const top: MutableFolder & { isArchive: true } = { path, name, files: [], folders: [], isArchive: true }
  const folders = new Map<string, MutableFolder>([['', top]])
  const folderAt = (inside: string): MutableFolder => {
    const there = folders.get(inside)
    if (there) return there
    const at = inside.lastIndexOf('/')
    const above = folderAt(inside.slice(0, Math.max(at, 0)))
    const made = { path: `${path}/${inside}`, name: inside.slice(at + 1), files: [], folders: [] }
    above.folders.push(made)
    folders.set(inside, made)
    return made
  }
  for (const { path: inside } of entries) {
    const parts = inside.split('/')
    if (parts.some(isJunk)) continue
    folderAt(parts.slice(0, -1).join('/')).files.push(parts.at(-1) ?? '')
  }
  for (const { files, folders: children } of folders.values()) {
    files.sort(compareNatural)
    children.sort((a, b) => compareNatural(a.name, b.name))
  }
  return top
}

interface StoredArchive {
  readonly facts: FileFacts
  readonly entries: string
}

async function listStoredArchives(db: Db, storageKey: number): Promise<Map<string, StoredArchive>> {
  const rows = await db.selectFrom('archive').selectAll().where('storage_key', '=', storageKey).execute()
  return new Map(
    rows.map(({ path, size_bytes, modified_at, changed_ms, entries }) => [
      path,
      { facts: { sizeBytes: size_bytes, modifiedAt: modified_at, changedMs: changed_ms }, entries },
    ]),
  )
}

interface ArchiveFile {
  readonly path: string
  readonly facts: FileFacts
  readonly known: StoredArchive | undefined
}

async function readEntries(
  sources: ArchiveSources,
  { path, facts, known }: ArchiveFile,
): Promise<ValidatedEntries | undefined> {
  if (known && hasSameFacts(known.facts, facts)) {
    const judged: ValidatedEntries | null = JSON.parse(known.entries)
    return judged ?? undefined
  }
  const read = await readDirectoryOf(sources.storage, sources.walked.refOf(path))
  // The storage may be reachable at the next scan although the file is unchanged, so the failure is not saved.
  if (read !== 'away') await saveArchive(sources, { path, facts, entries: JSON.stringify(read) })
  return read === 'away' ? undefined : (read ?? undefined)
}

const hasSameFacts = (a: FileFacts, b: FileFacts) =>
  a.sizeBytes === b.sizeBytes && a.modifiedAt === b.modifiedAt && a.changedMs === b.changedMs

async function readDirectoryOf(storage: Storage, ref: Ref): Promise<ValidatedEntries | null | 'away'> {
  try {
    const file = await storage.open(ref)
    try {
      return await readDirectory(file)
    } finally {
      await file.close()
    }
  } catch (error) {
    return error instanceof StorageError && error.fault === 'damaged' ? null : 'away'
  }
}

async function saveArchive(
  { db, storageKey }: ArchiveSources,
  { path, facts, entries }: Omit<ArchiveFile, 'known'> & { readonly entries: string },
): Promise<void> {
  const { sizeBytes, modifiedAt, changedMs } = facts
  const values = { size_bytes: sizeBytes, modified_at: modifiedAt, changed_ms: changedMs, entries }
  await db
    .insertInto('archive')
    .values({ storage_key: storageKey, path, ...values })
    .onConflict((conflict) => conflict.columns(['storage_key', 'path']).doUpdateSet(values))
    .execute()
}

async function deleteArchives(db: Db, storageKey: number, paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await db.deleteFrom('archive').where('storage_key', '=', storageKey).where('path', '=', path).execute()
}
