/** Finds the works of the old server, including custom ones, and their files on this server. */
import { crc32 } from 'node:zlib'
import { findWorkKey } from '@koedana/contract/values.ts'
import type { Database } from '../../db/open.ts'
import { arrangeTracks } from '../library/media/preferred.rules.ts'
import { openLocalStorage } from '../storages/local/local-storage.ts'
import { StorageError } from '../storages/storage.ts'
import type { OldWorkMatcher } from './migrate-personal-data.ts'
import type { MigratedStorages } from './migrate-storages.ts'
import { type FileRow, findFilesOf, findWorks, listOwnFiles, type SoundRow } from './migration.store.ts'
import type { MissReason } from './migration-report.ts'
import { type OldFolderLocation, oldFileFinder } from './old-files.rules.ts'
import { isMarketId, isOwnId, type OldId } from './old-id.rules.ts'
import type { OldWork } from './old-library.ts'

export interface HereSources {
  readonly database: Pick<Database, 'write'>
  readonly storages: MigratedStorages
}

export type OldWorkRef = Pick<OldWork, 'id'> & Partial<Pick<OldWork, 'root' | 'dir' | 'paths'>>

/** Matches works of the old server to works on this server. */
export async function matchOldWorks(
  { database, storages }: HereSources,
  works: readonly OldWorkRef[],
): Promise<OldWorkMatcher> {
  const known = new Map(works.map((work) => [work.id, work]))
  /** Returns whether the work may only be found after its storage was scanned. */
  const isWaiting = (id: OldId) => storages.get(known.get(id)?.root ?? '')?.isScanned === false
  const folderOf = (id: OldId): OldFolderLocation | undefined => {
    const { root, dir } = known.get(id) ?? {}
    const storage = root === undefined ? undefined : storages.get(root)
    return storage && dir !== undefined ? { storageKey: storage.key, dir } : undefined
  }
  const ownKeys = await findOwnKeys(
    database,
    works.filter(({ id }) => isOwnId(id)),
    folderOf,
  )
  const sold = works.flatMap(({ id }) => (isMarketId(id) ? (findWorkKey(id) ?? []) : []))
  const here = await findWorks(database.write, sold)
  const keyOf = (id: OldId) => {
    const key = isOwnId(id) ? ownKeys.get(id) : findWorkKey(id)
    return key !== undefined && (isOwnId(id) || here.has(key)) ? key : undefined
  }
  const files = filesOf(database)
  const crcOf = checksumsOf(storages)
  return {
    keyOf,
    folderOf,
    whyNot: (id) => whyNot(id, isWaiting(id)),
    fileOf: async (id, file) => {
      const key = keyOf(id)
      const rows = key === undefined ? undefined : await files(key)
      if (!rows || rows.sounds.length === 0) return isWaiting(id) ? 'notScanned' : 'noFiles'
      const located = [...rows.sounds.map(describedBy(true)), ...rows.others.map(describedBy(false))]
      const find = oldFileFinder(located, folderOf(id))
      const path = file.path ?? (file.hash === undefined ? undefined : known.get(id)?.paths?.get(file.hash))
      const found = find({ ...file, path })
      if (found !== undefined) return { id: found }
      const byBytes = file.hash === undefined ? undefined : await soundOf(crcOf, rows.sounds, file.hash)
      return byBytes === undefined ? 'fileNotFound' : { id: byBytes }
    },
    momentOf: async (id, total) => {
      const key = keyOf(id)
      const rows = key === undefined ? undefined : await files(key)
      return momentIn(rows?.sounds ?? [], total)
    },
  }
}

async function soundOf(
  crcOf: (file: FileRow) => Promise<string | undefined>,
  sounds: readonly FileRow[],
  hash: string,
): Promise<string | undefined> {
  if (!/^[0-9a-f]{8}$/.test(hash)) return undefined
  for (const sound of sounds) if ((await crcOf(sound)) === hash) return sound.id
  return undefined
}

function whyNot(id: OldId, isWaiting: boolean): MissReason {
  if (isOwnId(id)) return isWaiting ? 'notScanned' : 'workNotHere'
  return isMarketId(id) ? 'workUnknown' : 'otherShop'
}

function momentIn(sounds: readonly SoundRow[], total: number) {
  const variants = sounds.map((row) => ({ ...row, durationSeconds: row.duration_seconds }))
  let before = 0
  for (const { track, isPreferred } of arrangeTracks(variants)) {
    if (!isPreferred || track.durationSeconds === null) continue
    if (total < before + track.durationSeconds) return { id: track.id, seconds: total - before }
    before += track.durationSeconds
  }
  return undefined
}

/** Returns a function for the CRC-32 of files in the migrated storages, in hexadecimal; undefined if a file cannot be read. */
function checksumsOf(storages: MigratedStorages): (file: FileRow) => Promise<string | undefined> {
  const roots = new Map([...storages.values()].map(({ key, root }) => [key, root]))
  const known = new Map<string, Promise<string | undefined>>()
  return (file) => {
    const root = roots.get(file.storage_key)
    const sum =
      known.get(file.id) ?? (root === undefined ? Promise.resolve(undefined) : checksum(root, file.path))
    known.set(file.id, sum)
    return sum
  }
}

async function checksum(root: string, path: string): Promise<string | undefined> {
  try {
    const file = await openLocalStorage(root).open(path)
    try {
      let sum = 0
      const range = { start: 0, end: file.sizeBytes - 1 }
      if (file.sizeBytes > 0) for await (const bytes of file.stream(range)) sum = crc32(bytes, sum)
      return sum.toString(16).padStart(8, '0')
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof StorageError) return undefined
    throw error
  }
}

const describedBy =
  (isSound: boolean) =>
  ({ id, storage_key: storageKey, path, folder }: FileRow) => ({
    id,
    storageKey,
    path,
    folder,
    isSound,
  })

/** Caches the files of the last work, since rows are grouped by work and ask for each of its files. */
function filesOf({ write }: Pick<Database, 'write'>) {
  let last: { key: number; rows: ReturnType<typeof read> } | undefined
  const read = async (key: number) => (await findFilesOf(write, [key])).get(key)
  return (key: number) => {
    if (last?.key !== key) last = { key, rows: read(key) }
    return last.rows
  }
}

/** Matches each custom work of the old server to the custom work that a scan made of its folder. */
async function findOwnKeys(
  { write }: Pick<Database, 'write'>,
  works: readonly OldWorkRef[],
  folderOf: (id: OldId) => OldFolderLocation | undefined,
): Promise<ReadonlyMap<OldId, number>> {
  const keys = new Map<OldId, number>()
  const folders = Map.groupBy(
    works.flatMap(({ id }) => {
      const folder = folderOf(id)
      return folder ? [{ id, ...folder }] : []
    }),
    ({ storageKey }) => storageKey,
  )
  for (const [storageKey, own] of folders) {
    const byFolder = new Map<string, number>()
    for (const { path, work_key } of await listOwnFiles(write, storageKey)) {
      const parts = path.normalize('NFC').split('/')
      // Every folder above a file is assigned to its work; the first file wins.
      for (let depth = 1; depth < parts.length; depth += 1) {
        const folder = parts.slice(0, depth).join('/')
        if (!byFolder.has(folder)) byFolder.set(folder, work_key)
      }
    }
    for (const { id, dir } of own) {
      const key = byFolder.get(dir)
      if (key !== undefined) keys.set(id, key)
    }
  }
  return keys
}
