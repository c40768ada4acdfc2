/** `koedana import FILE`: takes in a catalogue feed and tells what became of every line. */
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Config } from '../config.ts'
import { importFeed } from '../features/metadata/feed/import-feed.ts'
import { UsageError } from '../lib/usage-error.ts'
import { givenPath } from './given-path.ts'
import { untilToldToStop } from './told-to-stop.ts'
import { withDatabase } from './with-database.ts'

/** 0 also where lines were refused: they are told, and the rest is in. */
export async function importFile(config: Config, args: readonly string[]): Promise<number> {
  const [file] = args
  if (file === undefined) throw new UsageError('Which file? koedana import FILE')
  const lines = await openFeed(file)
  return withDatabase(config, async (database) => {
    let stored = 0
    const onProgress = (read: number) => {
      stored = read
      showProgress(read)
    }
    const summary = await untilToldToStop(
      (signal) => {
        addAbortSignal(signal, lines)
        return importFeed({ database, lines, now: () => new Date(), onProgress })
      },
      () => `Stopped after ${stored} lines: they are in. The same command again goes on from there.`,
    )
    console.log(
      `${summary.read} lines read: ${summary.added} works added, ${summary.updated} updated, ` +
        `${summary.unchanged} unchanged, ${summary.refused} lines refused.`,
    )
    for (const { line, reason } of summary.refusals) console.log(`line ${line}: ${reason}`)
    const untold = summary.refused - summary.refusals.length
    if (untold > 0) console.log(`and ${untold} more`)
    return 0
  })
}

async function openFeed(file: string): Promise<Readable> {
  if (file === '-') return process.stdin
  const path = givenPath(file)
  await access(path).catch(() => {
    throw new UsageError(`There is no file ${path} that can be read.`)
  })
  const stream = createReadStream(path)
  return path.endsWith('.gz') ? stream.pipe(createGunzip()) : stream
}

/** Only where somebody watches. */
function showProgress(read: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${read} lines`)
}
