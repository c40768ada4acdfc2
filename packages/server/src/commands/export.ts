/** `koedana export [FILE]`: the whole catalogue as a feed, outside any viewer's policy. */
import { createWriteStream } from 'node:fs'
import { dirname } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import { exportFeed } from '../features/metadata/feed/export-feed.ts'
import { UsageError } from '../lib/usage-error.ts'
import { givenPath } from './given-path.ts'
import { untilToldToStop } from './told-to-stop.ts'
import { withDatabase } from './with-database.ts'

export async function exportFile(config: Config, [file]: readonly string[]): Promise<number> {
  const path = file === undefined || file === '-' ? undefined : givenPath(file)
  return withDatabase(config, async (database) => {
    const target = path === undefined ? standardOutput() : createWriteStream(path)
    await untilToldToStop(
      (signal) => pipeline(Readable.from(exportFeed({ database })), target, { signal }),
      () => 'Stopped: the feed is not whole.',
    ).catch((cause: unknown) => {
      throw failureOf(cause, path)
    })
    return 0
  })
}

/** A stream of its own: `pipeline` would close the process's output, which others still write to. */
function standardOutput(): Writable {
  // Told by the write that failed.
  process.stdout.on('error', () => {})
  return new Writable({ write: (chunk, _encoding, done) => void process.stdout.write(chunk, done) })
}

/** What keeps the feed from being written, in words; anything else as it is. */
function failureOf(cause: unknown, path: string | undefined): unknown {
  if (!(cause instanceof Error && 'syscall' in cause && 'code' in cause)) return cause
  if (path === undefined) {
    return new UsageError('The feed was not written to its end: nobody reads it any more.', { cause })
  }
  const sentences: Readonly<Record<string, string>> = {
    ENOENT: `There is no folder ${dirname(path)}.`,
    ENOTDIR: `There is no folder ${dirname(path)}.`,
    EISDIR: `${path} is a folder: name a file in it.`,
    ENOSPC: `The disk is full: ${path} is not whole.`,
  }
  return new UsageError(sentences[String(cause.code)] ?? `${path} cannot be written: ${cause.message}`, {
    cause,
  })
}
