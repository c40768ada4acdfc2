/**
 * Migrates an old server. From kikoeru: folders, works, accounts, and personal data. From audiobookshelf: playback progress, to
 * accounts that exist here. Each step writes in its own transactions and never changes what it wrote before, so an interrupted
 * migration can be run again.
 */
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type AgeCategory, findWorkKey } from '@koedana/contract/values.ts'
import type { Database } from '../../db/open.ts'
import type { Folders } from '../storage-admin/folders.ts'
import { migratePersonalData } from './migrate-personal-data.ts'
import { type MigratedStorage, migrateStorages, type OldFolder } from './migrate-storages.ts'
import { migrateUsers, type UserMigrationContext } from './migrate-users.ts'
import { migrateEdits, migrateWorks } from './migrate-works.ts'
import { findAccount } from './migration.store.ts'
import { createMigrationReport, MigrationRejected, type MigrationReport } from './migration-report.ts'
import { rowsOf } from './old-library.ts'
import { jsonIn, listIn, recordIn, textIn } from './old-values.rules.ts'
import { matchOldWorks } from './old-work-matching.ts'
import { type ReadOld, readInProcess } from './read-old.ts'

/** The current step. `scans` is reported once per folder, with its name; all others once. */
export type MigrationStep = 'reading' | 'works' | 'accounts' | 'scans' | 'edits' | 'ownData'

/**
 * Returns the real path of a file of the old server; undefined if it must not be read. Throws `MigrationRejected` for a symbolic link that
 * leads elsewhere.
 */
export type AdmitFile = (path: string) => Promise<string | undefined>

/** Options of every kind of migration. */
export interface MigrationOptions {
  readonly database: Database
  readonly path: string
  /** Undefined on the command line, which may read whatever its user may. */
  readonly admitFile?: AdmitFile | undefined
  /** Reads the database; by default in a separate process that cannot be canceled. */
  readonly readOld?: ReadOld | undefined
  /** Called, and awaited, at the start of each step. */
  readonly onStep?: ((step: MigrationStep, name?: string) => Promise<void> | void) | undefined
  /** Called with the total number of rows once it is known, and then with the number of further processed rows. */
  readonly onRows?: ((rows: { readonly total?: number; readonly more?: number }) => void) | undefined
  readonly now: () => Date
}

const neverAborted = new AbortController().signal

export interface KikoeruImport extends MigrationOptions, Omit<UserMigrationContext, 'secret'> {
  /** Paths of the old server's folders on this machine, if they differ from its configuration. */
  readonly roots: ReadonlyMap<string, string>
  readonly admit: Folders['admit']
  /** The age category of works that no source knows. */
  readonly unknownAge: AgeCategory
  /** Scans a storage whose scan was never completed; without it, nothing is scanned. Returns whether the storage was available. */
  readonly scan?: ((storage: MigratedStorage) => Promise<boolean>) | undefined
}

/** `path` is the folder of the old server, or its database. Throws `MigrationRejected` if nothing can be read; nothing was changed then. */
export async function importKikoeru(input: KikoeruImport): Promise<MigrationReport> {
  const {
    database,
    now,
    roots,
    scan,
    readOld = readInProcess(neverAborted),
    onStep = () => {},
    onRows,
  } = input
  const files = await findKikoeru(input)
  const report = createMigrationReport((more) => onRows?.({ more }))
  await onStep('reading')
  const { library, missed } = await readOld('kikoeru', files.database)
  const folders = withRoots(files.folders, roots)
  onRows?.({ total: rowsOf(library) + missed.length + folders.length })
  for (const { table, name, reason } of missed) report.miss(table, name, reason)
  report.note({ code: 'import.source', values: { server: library.server } })
  if (files.secret === undefined) report.note({ code: 'import.noConfiguration', values: {} })
  const carrying = { database, now, report }
  const storages = new Map(await migrateStorages(carrying, folders, input))
  await onStep('works')
  await migrateWorks(carrying, library.works)
  await onStep('accounts')
  const users = await migrateUsers(carrying, library.users, { ...input, secret: files.secret })
  for (const [name, storage] of storages) {
    if (storage.isScanned) continue
    await onStep('scans', name)
    const isScanned = (await scan?.(storage)) === true
    storages.set(name, { ...storage, isScanned })
    if (!isScanned) report.note({ code: 'import.notScanned', values: { name } })
  }
  await onStep('edits')
  const here = await matchOldWorks({ database, storages }, library.works)
  await migrateEdits(carrying, library.works, here)
  await onStep('ownData')
  await migratePersonalData({ ...carrying, users, here }, library)
  return report.finish()
}

/**
 * Returns the folders with paths of the command line. Without a configuration, they are the folders. Throws `MigrationRejected` for an
 * unknown name.
 */
function withRoots(folders: readonly OldFolder[], roots: ReadonlyMap<string, string>): OldFolder[] {
  const named = folders.map(({ name, path }) => ({ name, path: roots.get(name) ?? path }))
  const others = [...roots].filter(([name]) => !folders.some((folder) => folder.name === name))
  if (folders.length > 0 && others[0])
    throw new MigrationRejected('folderUnknown', {
      code: 'import.folderUnknown',
      values: { name: others[0][0], known: folders.map(({ name }) => name) },
    })
  return [...named, ...others.map(([name, path]) => ({ name, path }))]
}

interface KikoeruFiles {
  readonly database: string
  readonly folders: readonly OldFolder[]
  /** The secret that was hashed with every password; undefined without a configuration that contains it. */
  readonly secret: string | undefined
}

export const maxConfigBytes = 1024 ** 2

/** Finds the database and configuration from the server's folder or its database. Throws `MigrationRejected` if there is no database. */
async function findKikoeru({ path, admitFile }: MigrationOptions): Promise<KikoeruFiles> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false
  const candidates = isFolder ? [join(path, 'sqlite', 'db.sqlite3'), join(path, 'db.sqlite3')] : [path]
  const found = await firstFile(candidates, admitFile)
  const beside = isFolder ? [path, dirname(path)] : [dirname(path), dirname(dirname(path))]
  const config = await firstFile(
    beside.flatMap((one) => [join(one, 'config', 'config.json'), join(one, 'config.json')]),
    admitFile,
    maxConfigBytes,
  )
  const said = config === undefined ? {} : recordIn(jsonIn(await readFile(config, 'utf8')))
  if (found === undefined) {
    const isElsewhere = textIn(said.sqliteType) === 'mysql' || textIn(said.databaseType) === 'mysql'
    throw isElsewhere
      ? new MigrationRejected('databaseElsewhere', { code: 'import.inMysql', values: {} })
      : new MigrationRejected('databaseMissing', { code: 'import.noKikoeru', values: { paths: candidates } })
  }
  const folders = listIn(said.rootFolders).flatMap((one) => {
    const { name, path: folder } = recordIn(one)
    const [named, at] = [textIn(name), textIn(folder)]
    return named === undefined || at === undefined ? [] : [{ name: named, path: at }]
  })
  return {
    database: found,
    folders,
    secret: typeof said.md5secret === 'string' ? said.md5secret : undefined,
  }
}

/** Returns the first path that is an admitted file within the size limit. */
export async function firstFile(
  paths: readonly string[],
  admitFile: AdmitFile = async (path) => path,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<string | undefined> {
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined)
    const admitted = found?.isFile() && found.size <= maxBytes ? await admitFile(path) : undefined
    if (admitted !== undefined) return admitted
  }
  return undefined
}

export interface AudiobookshelfImport extends MigrationOptions {
  /** The names of accounts here, if they are renamed. */
  readonly names: ReadonlyMap<string, string>
}

const file = 'absdatabase.sqlite'

/**
 * `path` is an `absdatabase.sqlite`, or a folder that contains it or its `config` folder. Throws `MigrationRejected` if nothing can be read;
 * nothing was changed then.
 */
export async function importAudiobookshelf(input: AudiobookshelfImport): Promise<MigrationReport> {
  const { database, path, names, now, readOld = readInProcess(neverAborted), onStep, onRows } = input
  const report = createMigrationReport((more) => onRows?.({ more }))
  await onStep?.('reading')
  const found = await firstFile([path, join(path, file), join(path, 'config', file)], input.admitFile)
  if (found === undefined)
    throw new MigrationRejected('databaseMissing', { code: 'import.fileUnreadable', values: { file: path } })
  const { library, missed } = await readOld('audiobookshelf', found)
  onRows?.({ total: rowsOf(library) + missed.length })
  for (const { table, name, reason } of missed) report.miss(table, name, reason)
  await onStep?.('ownData')
  const rows = [...library.plays, ...library.bookmarks]
  const users = new Map<string, number>()
  for (const user of new Set(rows.map((row) => row.user))) {
    const account = await findAccount(database.write, names.get(user) ?? user)
    if (account) users.set(user, account.key)
  }
  const works = [...new Set(rows.map(({ work }) => work))].map((id) => ({ id }))
  const here = await matchOldWorks({ database, storages: new Map() }, works)
  const whyNot = (work: string) => (findWorkKey(work) === undefined ? 'noCodeFound' : 'workNowhere')
  await migratePersonalData({ database, now, report, users, here: { ...here, whyNot } }, library)
  return report.finish()
}
