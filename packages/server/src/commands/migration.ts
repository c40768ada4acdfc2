/** `koedana import-kikoeru PATH`: a library, and what people have as their own, moves in from another server. */

import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Username } from '@koedana/contract/credentials.ts'
import { AgeCategory } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import { rehearse } from '../db/rehearsal.ts'
import { scanStorage } from '../features/library/scan/scan-storage.ts'
import { listStorages } from '../features/library/scan/storages.store.ts'
import { importCsv } from '../features/migration/import-csv.ts'
import {
  importAudiobookshelf,
  importKikoeru,
  type KikoeruImport,
  type MoveStep,
} from '../features/migration/import-old-server.ts'
import { linesOf, type MigrationReport } from '../features/migration/migration-report.ts'
import { readInProcess } from '../features/migration/read-old.ts'
import { readNewAccountCeiling } from '../features/settings/site.ts'
import { createFolders } from '../features/storage-admin/folders.ts'
import { openVault } from '../features/vault/open-vault.ts'
import { UsageError } from '../lib/app-error.ts'
import { newToken } from '../lib/ids.ts'
import { createVault } from '../lib/vault.ts'
import { givenPath, untilInterrupted, withDatabase } from './with-database.ts'

/** Returns 0 also if rows were not matched: they are reported, and the rest is in. */
export async function importKikoeruServer(config: Config, args: readonly string[]): Promise<number> {
  const order = readArguments(args)
  return report(config, order.values, (database) => run(config, database, order))
}

const stepWords: Readonly<Record<MoveStep, string>> = {
  reading: 'reading the old server',
  works: 'works',
  accounts: 'accounts',
  scans: 'scanning',
  edits: 'what was edited there',
  ownData: 'what people have as their own',
}

type Order = ReturnType<typeof readArguments>

async function run(config: Config, database: Database, order: Order): Promise<MigrationReport> {
  const input = await inputOf(config, database, order)
  return untilInterrupted(
    (signal) =>
      importKikoeru({
        ...input,
        readOld: readInProcess(signal),
        onStep: (step, name) =>
          console.error(`${name === undefined ? stepWords[step] : `scanning ${name}`} …`),
        // Each step looks at the clock before it writes: there it may be stopped.
        now: () => {
          signal.throwIfAborted()
          return new Date()
        },
      }),
    () => 'Stopped: what was carried over by then is in. The same command again goes on from there.',
  )
}

/** `koedana import-audiobookshelf PATH`: what people heard there, to accounts and works that are here. */
export async function importAudiobookshelfServer(config: Config, args: readonly string[]): Promise<number> {
  const { positionals, values } = parse(args, audiobookshelfUsage)
  const [path] = positionals
  if (path === undefined || positionals.length > 1)
    throw new UsageError(`Which database? ${audiobookshelfUsage}`)
  const input = { path: givenPath(path), names: pairs(values.user, '--user'), now: () => new Date() }
  return report(config, values, (database) => importAudiobookshelf({ ...input, database }))
}

const audiobookshelfUsage = 'koedana import-audiobookshelf PATH [--dry-run] [--json] [--user OLD=NEW]…'

/** `koedana import-csv FILE --user NAME`: marks that somebody kept in a spreadsheet. */
export async function importCsvFile(config: Config, args: readonly string[]): Promise<number> {
  const { positionals, values } = parse(args, csvUsage)
  const [[file, ...more], [username, ...others]] = [positionals, values.user ?? []]
  if (file === undefined || username === undefined || more.length + others.length > 0)
    throw new UsageError(`Which file, and whose marks? ${csvUsage}`)
  const bytes = await readBounded(givenPath(file))
  return report(config, values, (database) => importCsv({ database, bytes, username, now: () => new Date() }))
}

const csvUsage = 'koedana import-csv FILE --user NAME [--dry-run] [--json]'

/** More than any list of twenty thousand lines with notes. */
const mostBytes = 256 * 1024 ** 2

async function readBounded(path: string): Promise<Buffer> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new UsageError(`There is no file ${path} that can be read.`)
  if (found.size > mostBytes) throw new UsageError(`${path} is too large for a table of marks.`)
  return readFile(path).catch((cause: unknown) => {
    throw new UsageError(`There is no file ${path} that can be read.`, { cause })
  })
}

/** A dry run takes back what it wrote. Prints the report. */
async function report(
  config: Config,
  {
    'dry-run': isDry = false,
    json: isJson = false,
  }: { readonly 'dry-run'?: boolean; readonly json?: boolean },
  act: (database: Database) => Promise<MigrationReport>,
): Promise<number> {
  const made = await withDatabase(config, (database) => (isDry ? rehearse(database, act) : act(database)))
  print(made, { isDry, isJson })
  return 0
}

async function inputOf(config: Config, database: Database, order: Order): Promise<KikoeruImport> {
  const { isDry, age, path, names, roots, scans } = order
  const now = () => new Date()
  // A rehearsal seals for nobody.
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
    path,
    roots,
    admit,
    unknownAge: age,
    scan: isDry || !scans ? undefined : scan,
    vault,
    ceiling,
    names,
    now,
  }
}

function print(
  report: MigrationReport,
  { isDry, isJson }: { readonly isDry: boolean; readonly isJson: boolean },
): void {
  if (isJson) {
    console.log(JSON.stringify({ dryRun: isDry, ...report }, undefined, 2))
    return
  }
  for (const line of linesOf(report)) console.log(line)
  if (isDry) console.log('Nothing was changed: this was a dry run.')
}

const usage =
  'koedana import-kikoeru PATH [--dry-run] [--json] [--no-scan] [--age all|r15|r18] [--ceiling all|r15|r18] [--root NAME=PATH]… [--user OLD=NEW]…'

function readArguments(args: readonly string[]) {
  const { positionals, values } = parse(args)
  const [path] = positionals
  if (path === undefined || positionals.length > 1) throw new UsageError(`Which server? ${usage}`)
  const names = pairs(values.user, '--user')
  for (const name of names.values())
    if (!v.is(Username, name)) throw new UsageError(`No account may be called ${name}.`)
  return {
    path: givenPath(path),
    isDry: values['dry-run'] === true,
    values,
    scans: values['no-scan'] !== true,
    age: ageOf(values.age ?? 'r18', '--age'),
    ceiling: values.ceiling === undefined ? undefined : ageOf(values.ceiling, '--ceiling'),
    roots: new Map([...pairs(values.root, '--root')].map(([name, root]) => [name, givenPath(root)])),
    names,
  }
}

function parse(args: readonly string[], words = usage) {
  const flag = { type: 'boolean' } as const
  const text = { type: 'string' } as const
  const pair = { type: 'string', multiple: true } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'dry-run': flag,
        json: flag,
        'no-scan': flag,
        age: text,
        ceiling: text,
        root: pair,
        user: pair,
      },
    })
  } catch (cause) {
    throw new UsageError(`${cause instanceof Error ? cause.message : ''} ${words}`.trim(), { cause })
  }
}

function ageOf(text: string, option: string): AgeCategory {
  const age = v.safeParse(AgeCategory, text)
  if (!age.success) throw new UsageError(`${option} is all, r15 or r18. ${usage}`)
  return age.output
}

function pairs(given: readonly string[] = [], option: string): ReadonlyMap<string, string> {
  return new Map(
    given.map((text) => {
      const at = text.indexOf('=')
      if (at < 1 || at === text.length - 1) throw new UsageError(`${option} is NAME=VALUE. ${usage}`)
      return [text.slice(0, at), text.slice(at + 1)]
    }),
  )
}
