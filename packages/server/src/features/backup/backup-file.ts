/**
 * Format of backups: `koedana-backup.json`, rows of all tables, covers, optionally the key, and finally `manifest.json`. Without the
 * manifest a backup is incomplete.
 */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import * as v from 'valibot'
import type { Tallies } from '../../db/whole-database.ts'
import { UsageError } from '../../lib/app-error.ts'
import { readTar, type TarEntry, TarFault } from './tar.ts'

/** Increase this if the format changes its meaning. */
export const backupFormat = 1
export const headName = 'koedana-backup.json'
export const manifestName = 'manifest.json'
export const keyName = 'secret.key'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const Head = v.object({
  format: v.number(),
  /** Version of the server that made the backup. */
  version: v.string(),
  engine: v.picklist(['sqlite', 'postgres']),
  madeAt: v.string(),
  /** Migrations of the database. */
  steps: v.array(v.string()),
  /** Columns of each table in the order of row values. */
  tables: v.record(v.string(), v.array(v.string())),
  counters: v.record(v.string(), count),
})
export type BackupHead = v.InferOutput<typeof Head>

const Manifest = v.object({
  tallies: v.record(v.string(), v.object({ rows: count, checksum: count })),
  covers: count,
  hasKey: v.boolean(),
  /** SHA-256 of all bytes before the manifest. */
  sha256: v.string(),
})
export type BackupManifest = v.InferOutput<typeof Manifest> & { readonly tallies: Tallies }

export interface Backup {
  readonly head: BackupHead
  readonly manifest: BackupManifest
}

/** Name of an archive entry with rows. Names are unique in a backup. */
export const rowsName = (table: string, part: number): string =>
  `rows/${table}/${String(part).padStart(6, '0')}.jsonl.gz`

/** Returns the table of an entry with rows; undefined for other entries. */
export const tableOf = (name: string): string | undefined =>
  /^rows\/([a-z_]+)\/\d{6,}\.jsonl\.gz$/.exec(name)?.[1]

/** Returns the path below `covers`, which never leads outside; undefined for other entries. */
export const coverOf = (name: string): string | undefined =>
  /^covers\/((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/.exec(name)?.[1]

const [compress, expand] = [promisify(gzip), promisify(gunzip)]
/** Twice as fast as the default level, and nearly as small. */
const level = 3

export const packLines = (lines: readonly string[]): Promise<Buffer> => compress(lines.join('\n'), { level })

/** JSON on one line contains no line breaks. */
export const unpackLines = async (bytes: Uint8Array): Promise<string[]> =>
  (await expand(bytes)).toString('utf8').split('\n')

/**
 * Reads the whole backup and verifies every byte against the manifest. @throws UsageError if the file is not a backup, incomplete, or
 * from a newer version.
 */
export async function verifyBackup(path: string, knownSteps: readonly string[]): Promise<Backup> {
  try {
    return await verify(path, knownSteps)
  } catch (cause) {
    if (cause instanceof TarFault || cause instanceof SyntaxError || v.isValiError(cause)) {
      const reason = cause instanceof TarFault ? cause.message : 'what it says of itself cannot be read'
      throw new UsageError(`${path} is no whole backup: ${reason}.`, { cause })
    }
    throw cause
  }
}

async function verify(path: string, knownSteps: readonly string[]): Promise<Backup> {
  let head: BackupHead | undefined
  let last: TarEntry | undefined
  let covers = 0
  for await (const entry of readTar(path)) {
    head ??= readHead(entry, knownSteps)
    if (coverOf(entry.name) !== undefined) covers += 1
    last = entry
  }
  if (!head || last?.name !== manifestName) throw new TarFault('it ends without its manifest')
  const manifest = v.parse(Manifest, JSON.parse(last.bytes.toString('utf8')))
  if (manifest.sha256 !== last.digestBefore) throw new TarFault('its bytes are others than were written')
  if (manifest.covers !== covers) throw new TarFault('it has other covers than were written')
  return { head, manifest }
}

function readHead({ name, bytes }: TarEntry, knownSteps: readonly string[]): BackupHead {
  if (name !== headName) throw new TarFault('it begins with something else')
  const read: unknown = JSON.parse(bytes.toString('utf8'))
  const { format, version } = v.parse(v.object({ format: v.number(), version: v.string() }), read)
  if (format > backupFormat) throw newerBackup([`version ${version}`])
  const head = v.parse(Head, read)
  const newer = head.steps.filter((step) => !knownSteps.includes(step))
  if (newer.length > 0) throw newerBackup(newer)
  return head
}

const newerBackup = (steps: readonly string[]): UsageError =>
  new UsageError(
    `A newer version of Koedana made the backup (${steps.join(', ')}). Use that version or a later one.`,
  )
