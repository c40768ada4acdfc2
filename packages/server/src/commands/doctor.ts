/** `koedana doctor`: whether what is stored is whole, and what to do where it is not. Reads, and changes nothing. */
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { adviceFor, isDamage } from '../db/damage.ts'
import { type Examined, examineDatabase } from '../db/examine.ts'
import { openForReading, type Place, sqliteFile } from '../db/open.ts'
import { findMissingCovers } from '../features/library/covers/missing-covers.ts'
import { readSnapshot, SnapshotRefused } from '../features/works/index/snapshot-file.ts'
import { UsageError } from '../lib/usage-error.ts'
import { placeOf, unopened } from '../open-configured.ts'

/** 0 where the database is whole: an index or a cover that is not can be made again. */
export async function doctor(config: Config, args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new UsageError('It takes no further words: koedana doctor')
  const place = placeOf(config)
  const examined = await examineDatabase(place).catch((cause: unknown) => {
    throw unopened(config, cause)
  })
  for (const line of databaseLines(place, examined)) console.log(line)
  console.log(await snapshotLine(config.dataFolder))
  if (examined.isReadable) console.log(await coversLine(place))
  return examined.faults.length === 0 ? 0 : 1
}

function databaseLines(place: Place, { faults, notes, isReadable }: Examined): string[] {
  const name = place.url === undefined ? sqliteFile(place.folder) : 'named by DATABASE_URL'
  if (faults.length > 0) {
    return [`The database ${name} is damaged.`, ...faults, ...adviceFor(place, isReadable)]
  }
  return [...(isReadable ? [`The database ${name} is whole.`] : []), ...notes]
}

async function snapshotLine(folder: string): Promise<string> {
  try {
    const snapshot = await readSnapshot(folder, async () => {})
    return snapshot
      ? 'The index snapshot is whole.'
      : 'There is no index snapshot: the next start builds the index.'
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    const reason = cause instanceof SnapshotRefused ? cause.message : 'it cannot be read'
    return `The index snapshot is of no use, since ${reason}: the next start builds the index anew, and nothing is lost.`
  }
}

const shownIds = 10

async function coversLine(place: Place): Promise<string> {
  const { read, close } = await openForReading(place)
  try {
    const { total, missing } = await findMissingCovers(read, join(place.folder, 'covers'))
    if (missing.length === 0) return `All ${total} covers are there.`
    const ids = missing.slice(0, shownIds).join(', ') + (missing.length > shownIds ? ', …' : '')
    return [
      `Of ${total} covers ${missing.length} are missing: of ${ids}.`,
      'A scan makes those again whose pictures lie with the works; put back covers/ from a backup for the others.',
    ].join('\n')
  } catch (cause) {
    if (!isDamage(cause)) throw cause
    return 'Whether all covers are there is not known: the works cannot be read.'
  } finally {
    await close()
  }
}
