/**
 * Moves an old kikoeru server in: folders, works, accounts, and what people have as their own. Each step writes what is new in
 * transactions of its own and changes nothing that it wrote before: one that was stopped is run again.
 */
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AgeCategory } from '@koedana/contract/values.ts'
import type { Database } from '../../db/open.ts'
import { UsageError } from '../../lib/app-error.ts'
import type { Folders } from '../storage-admin/folders.ts'
import { carryOwnData } from './carry-own-data.ts'
import { type CarriedStorage, carryStorages, type OldFolder } from './carry-storages.ts'
import { type CarryingUsers, carryUsers } from './carry-users.ts'
import { carryEdits, carryWorks } from './carry-works.ts'
import { findHere } from './here.ts'
import { readKikoeru } from './kikoeru-database.ts'
import { createMigrationReport, type MigrationReport } from './migration-report.ts'
import { readOldDatabase } from './old-file.ts'
import { jsonIn, listIn, recordIn, textIn } from './old-values.rules.ts'

export interface KikoeruImport extends Omit<CarryingUsers, 'secret'> {
  readonly database: Database
  /** The folder of the old server, or its database. */
  readonly path: string
  /** Where folders of the old server lie on this machine, where that is not as its configuration says. */
  readonly roots: ReadonlyMap<string, string>
  readonly admit: Folders['admit']
  /** The age of works that no source knows. */
  readonly unknownAge: AgeCategory
  /** Scans a storage that was never scanned to its end; without it none is scanned. Returns whether it was there. */
  readonly scan?: ((storage: CarriedStorage) => Promise<boolean>) | undefined
  /** Takes the name of each step as it begins. */
  readonly onStep?: (step: string) => void
  readonly now: () => Date
}

/** Throws a `UsageError` if there is nothing that can be read; then nothing was changed. */
export async function importKikoeru(input: KikoeruImport): Promise<MigrationReport> {
  const { database, now, roots, scan, onStep = () => {} } = input
  const files = await findKikoeru(input.path)
  const report = createMigrationReport()
  onStep('reading')
  const library = await readOldDatabase(files.database, (db) => readKikoeru(db, report))
  report.note(`It was ${library.server}.`)
  if (files.secret === undefined)
    report.note(
      'Its configuration is not there: folders and passwords stay behind. Name the folder of the server.',
    )
  const carrying = { database, now, report }
  const folders = withRoots(files.folders, roots)
  const storages = await carryStorages(carrying, folders, input)
  onStep('works')
  await carryWorks(carrying, library.works)
  onStep('accounts')
  const users = await carryUsers(carrying, library.users, { ...input, secret: files.secret })
  for (const [name, storage] of storages) {
    if (storage.isScanned) continue
    onStep(`scanning ${name}`)
    const isThere = await scan?.(storage)
    if (isThere !== true)
      report.note(`${name} is to be scanned: what lies in it is found after that. Run this again then.`)
  }
  onStep('edits')
  const here = await findHere({ database, storages }, library.works)
  await carryEdits(carrying, library.works, ({ id }) => here.keyOf(id))
  onStep('own data')
  await carryOwnData({ ...carrying, users, here }, library)
  return report.finish()
}

/** Folders that the configuration does not name are those of the command line. Throws a `UsageError` for an unknown one. */
function withRoots(folders: readonly OldFolder[], roots: ReadonlyMap<string, string>): OldFolder[] {
  const named = folders.map(({ name, path }) => ({ name, path: roots.get(name) ?? path }))
  const others = [...roots].filter(([name]) => !folders.some((folder) => folder.name === name))
  if (folders.length > 0 && others[0])
    throw new UsageError(
      `There is no folder ${others[0][0]} there: ${folders.map(({ name }) => name).join(', ')}`,
    )
  return [...named, ...others.map(([name, path]) => ({ name, path }))]
}

interface KikoeruFiles {
  readonly database: string
  readonly folders: readonly OldFolder[]
  /** What was hashed with every password; undefined where there is no configuration that says it. */
  readonly secret: string | undefined
  /** Undefined where none was found. */
  readonly config: string | undefined
}

/** Takes the folder of the server, or its database. Throws a `UsageError` where there is none. */
async function findKikoeru(path: string): Promise<KikoeruFiles> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false
  const candidates = isFolder ? [join(path, 'sqlite', 'db.sqlite3'), join(path, 'db.sqlite3')] : [path]
  const found = await firstFile(candidates)
  const beside = isFolder ? [path, dirname(path)] : [dirname(path), dirname(dirname(path))]
  const config = await firstFile(
    beside.flatMap((one) => [join(one, 'config', 'config.json'), join(one, 'config.json')]),
  )
  const said = config === undefined ? {} : recordIn(jsonIn(await readFile(config, 'utf8')))
  if (found === undefined) {
    const isElsewhere = textIn(said.sqliteType) === 'mysql' || textIn(said.databaseType) === 'mysql'
    throw new UsageError(
      isElsewhere
        ? 'This server keeps its data in MySQL, which is not read here: export it to SQLite first.'
        : `There is no database of a kikoeru server at ${candidates.join(' or ')}.`,
    )
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
    config,
  }
}

async function firstFile(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile()) return path
  }
  return undefined
}
