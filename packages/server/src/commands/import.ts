/** `koedana import <file>`: imports a catalog file and reports the rejected lines. */
import { access } from 'node:fs/promises'
import { addAbortSignal, Readable } from 'node:stream'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import { type ImportSummary, importFeed } from '../features/metadata/feed/import-feed.ts'
import { FeedFault, readFeedFile } from '../features/metadata/feed/read-feed-file.ts'
import { UsageError } from '../lib/app-error.ts'
import { textOf } from '../lib/messages/messages.rules.ts'
import { resolveUserPath, runInterruptibly, withDatabase } from './with-database.ts'

/** Returns 0 even if some lines were rejected. They are reported, and all others are imported. */
export async function importFile(config: Config, file: string): Promise<number> {
  const feed = await openFeed(file)
  return withDatabase(config, async (database) => {
    const summary = await ingest(database, feed)
    console.log(
      `${summary.read} lines read: ${summary.added} works added, ${summary.updated} updated, ` +
        `${summary.unchanged} unchanged, ${summary.refused} lines rejected.`,
    )
    for (const { line, reason } of summary.refusals) console.log(`line ${line}: ${textOf(reason, 'en-US')}`)
    const unreported = summary.refused - summary.refusals.length
    if (unreported > 0) console.log(`and ${unreported} more`)
    return 0
  })
}

async function openFeed(file: string): Promise<Readable> {
  if (file === '-') return process.stdin
  const path = resolveUserPath(file)
  await access(path).catch(() => {
    throw new UsageError(`Cannot read the file ${path}.`)
  })
  return Readable.from(readFeedFile(path))
}

async function ingest(database: Database, lines: Readable): Promise<ImportSummary> {
  let stored = 0
  const onProgress = (read: number) => {
    stored = read
    showProgress(read)
  }
  try {
    return await runInterruptibly(
      (signal) => {
        addAbortSignal(signal, lines)
        return importFeed({ database, lines, now: () => new Date(), onProgress })
      },
      () => `Stopped after ${stored} lines, which are imported. Run the command again to continue.`,
    )
  } catch (cause) {
    if (!(cause instanceof FeedFault)) throw cause
    const kept =
      stored === 0
        ? 'Nothing was imported.'
        : `The ${stored} lines before it are imported. Run the command again with a complete file.`
    throw new UsageError(`${cause.message} ${kept}`, { cause })
  }
}

function showProgress(read: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${read} lines`)
}
