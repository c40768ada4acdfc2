/** `koedana import-kikoeru`, `koedana import-audiobookshelf` and `koedana import-csv`. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Username } from '@koedana/contract/credentials.ts'
import type { AgeCategory } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import { runDryRun } from '../db/dry-run.ts'
import type { Database } from '../db/open.ts'
import { scanStorage } from '../features/library/scan/scan-storage.ts'
import { listStorages } from '../features/library/scan/storages.store.ts'
import { importCsv } from '../features/migration/import-csv.ts'
import {
  importAudiobookshelf,
  importKikoeru,
  type KikoeruImport,
  type MigrationStep,
} from '../features/migration/import-old-server.ts'
import { linesOf, type MigrationReport } from '../features/migration/migration-report.ts'
import { readInProcess } from '../features/migration/read-old.ts'
import { readNewAccountCeiling } from '../features/settings/site.ts'
import { createFolders } from '../features/storage-admin/folders.ts'
import { openVault } from '../features/vault/open-vault.ts'
import { UsageError } from '../lib/app-error.ts'
import { newToken } from '../lib/ids.ts'
import { textOf } from '../lib/messages/messages.rules.ts'
import { createVault } from '../lib/vault.ts'
import { resolveUserPath, runInterruptibly, withDatabase } from './with-database.ts'

interface ReportOptions {
  readonly dryRun?: boolean | undefined
  readonly json?: boolean | undefined
}

export interface KikoeruOptions extends ReportOptions {
  readonly folder: string
  readonly age: AgeCategory
  readonly ceiling?: AgeCategory | undefined
  readonly scan: boolean
  readonly root?: ReadonlyMap<string, string> | undefined
  readonly user?: ReadonlyMap<string, string> | undefined
}

/** Returns 0 even if some rows could not be matched. They are reported, and all others are imported. */
export async function importKikoeruServer(config: Config, options: KikoeruOptions): Promise<number> {
  for (const name of options.user?.values() ?? [])
    if (!v.is(Username, name)) throw new UsageError(`${name} is not a valid user name.`)
  return report(config, options, (database) => run(config, database, options))
}

const stepWords: Readonly<Record<MigrationStep, string>> = {
  reading: 'reading the old server',
  works: 'works',
  accounts: 'accounts',
  scans: 'scanning',
  edits: 'edited metadata',
  ownData: 'personal data',
}

async function run(config: Config, database: Database, order: KikoeruOptions): Promise<MigrationReport> {
  const input = await inputOf(config, database, order)
  return runInterruptibly(
    (signal) =>
      importKikoeru({
        ...input,
        readOld: readInProcess(signal),
        onStep: (step, name) =>
          console.error(`${name === undefined ? stepWords[step] : `scanning ${name}`} …`),
        // Each step reads the clock before it writes, so the import can be aborted there.
        now: () => {
          signal.throwIfAborted()
          return new Date()
        },
      }),
    () => 'Stopped: what was imported so far is kept. Run the command again to continue.',
  )
}

export interface AudiobookshelfOptions extends ReportOptions {
  readonly path: string
  readonly user?: ReadonlyMap<string, string> | undefined
}

/** Imports positions and history for existing accounts and works. */
export async function importAudiobookshelfServer(
  config: Config,
  { path, user = new Map(), ...options }: AudiobookshelfOptions,
): Promise<number> {
  const input = { path: resolveUserPath(path), names: user, now: () => new Date() }
  return report(config, options, (database) => importAudiobookshelf({ ...input, database }))
}

export interface CsvOptions extends ReportOptions {
  readonly file: string
  readonly user: string
}

export async function importCsvFile(config: Config, { file, user, ...options }: CsvOptions): Promise<number> {
  const bytes = await readBounded(resolveUserPath(file))
  return report(config, options, (database) =>
    importCsv({ database, bytes, username: user, now: () => new Date() }),
  )
}

/** Enough for twenty thousand lines with notes. */
const maxBytes = 256 * 1024 ** 2

async function readBounded(path: string): Promise<Buffer> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new UsageError(`Cannot read the file ${path}.`)
  if (found.size > maxBytes)
    throw new UsageError(`${path} is too large: the limit is ${maxBytes / 1024 ** 2} MiB.`)
  return readFile(path).catch((cause: unknown) => {
    throw new UsageError(`Cannot read the file ${path}.`, { cause })
  })
}

/** Runs an import and prints its report. A dry run rolls back its writes. */
async function report(
  config: Config,
  { dryRun: isDry = false, json: isJson = false }: ReportOptions,
  act: (database: Database) => Promise<MigrationReport>,
): Promise<number> {
  const made = await withDatabase(config, (database) => (isDry ? runDryRun(database, act) : act(database)))
  print(made, { isDry, isJson })
  return 0
}

async function inputOf(config: Config, database: Database, order: KikoeruOptions): Promise<KikoeruImport> {
  const isDry = order.dryRun === true
  const now = () => new Date()
  // A dry run does not create a key file.
  const vault = isDry ? createVault(newToken()) : await openVault({ ...config, write: database.write })
  const ceiling = order.ceiling ?? (await readNewAccountCeiling(database.write))
  const { admit } = createFolders({
    ...config,
    roots: config.storageRoots,
    listRoots: async () => (await listStorages(database.read)).map(({ root }) => root),
  })
  const scan: KikoeruImport['scan'] = async ({ root, unknownAge }) => {
    const { state } = await scanStorage({
      database,
      root,
      unknownAge,
      coversFolder: join(config.dataFolder, 'covers'),
      dataFolder: config.dataFolder,
      now,
      report: (line) => console.error(line),
    })
    return state === 'mounted'
  }
  return {
    database,
    path: resolveUserPath(order.folder),
    roots: new Map([...(order.root ?? [])].map(([name, root]) => [name, resolveUserPath(root)])),
    admit,
    unknownAge: order.age,
    scan: isDry || !order.scan ? undefined : scan,
    vault,
    ceiling,
    names: order.user ?? new Map(),
    now,
  }
}

function print(
  report: MigrationReport,
  { isDry, isJson }: { readonly isDry: boolean; readonly isJson: boolean },
): void {
  if (isJson) {
    const notes = report.notes.map((note) => textOf(note, 'en-US'))
    console.log(JSON.stringify({ dryRun: isDry, ...report, notes }, undefined, 2))
    return
  }
  for (const line of linesOf(report)) console.log(line)
  if (isDry) console.log('Dry run: nothing was changed.')
}
