/** `koedana import FILE`: ingests a catalogue feed and reports what became of every line. */
import { access } from 'node:fs/promises'
import { addAbortSignal, Readable } from 'node:stream'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import { type ImportSummary, importFeed } from '../features/metadata/feed/import-feed.ts'
import { FeedFault, readFeedFile } from '../features/metadata/feed/read-feed-file.ts'
import { UsageError } from '../lib/app-error.ts'
import { givenPath, untilInterrupted, withDatabase } from './with-database.ts'

/** Returns 0 also if lines were refused: they are reported, and the rest is in. */
export async function importFile(config: Config, args: readonly string[]): Promise<number> {
  const [file, ...more] = args
  if (file === undefined || more.length > 0) throw new UsageError('Which file? koedana import FILE')
  const feed = await openFeed(file)
  return withDatabase(config, async (database) => {
    const summary = await ingest(database, feed)
    console.log(
      `${summary.read} lines read: ${summary.added} works added, ${summary.updated} updated, ` +
        `${summary.unchanged} unchanged, ${summary.refused} lines refused.`,
    )
    for (const { line, reason } of summary.refusals) console.log(`line ${line}: ${reason}`)
    const unreported = summary.refused - summary.refusals.length
    if (unreported > 0) console.log(`and ${unreported} more`)
    return 0
  })
}

interface Feed {
  readonly name: string
  readonly lines: Readable
}

async function openFeed(file: string): Promise<Feed> {
  if (file === '-') return { name: 'Standard input', lines: process.stdin }
  const path = givenPath(file)
  await access(path).catch(() => {
    throw new UsageError(`There is no file ${path} that can be read.`)
  })
  return { name: path, lines: Readable.from(readFeedFile(path)) }
}

async function ingest(database: Database, { name, lines }: Feed): Promise<ImportSummary> {
  let stored = 0
  const onProgress = (read: number) => {
    stored = read
    showProgress(read)
  }
  try {
    return await untilInterrupted(
      (signal) => {
        addAbortSignal(signal, lines)
        return importFeed({ database, lines, now: () => new Date(), onProgress })
      },
      () => `Stopped after ${stored} lines: they are in. The same command again goes on from there.`,
    )
  } catch (cause) {
    if (!(cause instanceof FeedFault)) throw cause
    const kept =
      stored === 0
        ? 'Nothing of it was taken in.'
        : `The ${stored} lines before that are in, and stay: import it again once it is whole.`
    throw new UsageError(`${name} ${cause.message}. ${kept}`, { cause })
  }
}

/** Shows progress only if somebody watches. */
function showProgress(read: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${read} lines`)
}
