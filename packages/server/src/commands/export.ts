/** `koedana export [file]`: writes the whole catalog, including works that are hidden from users. */
import { createWriteStream } from 'node:fs'
import { dirname } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import { isCorruption } from '../db/corruption.ts'
import { openForReading } from '../db/open.ts'
import { exportFeed, exportReadable } from '../features/metadata/feed/export-feed.ts'
import { UsageError } from '../lib/app-error.ts'
import { locationOf, openErrorOf } from '../open-configured.ts'
import { resolveUserPath, runInterruptibly, withDatabase } from './with-database.ts'

export interface ExportOptions {
  readonly file?: string | undefined
  readonly readable?: boolean | undefined
}

export async function exportFile(config: Config, { file, readable }: ExportOptions): Promise<number> {
  const path = file === undefined || file === '-' ? undefined : resolveUserPath(file)
  if (readable) return rescue(config, path)
  return withDatabase(config, async (database) => {
    await write(exportFeed({ database }), path)
    return 0
  })
}

async function write(feed: AsyncIterable<string>, path: string | undefined): Promise<void> {
  const target = path === undefined ? standardOutput() : createWriteStream(path)
  await runInterruptibly(
    (signal) => pipeline(Readable.from(feed), target, { signal }),
    () => 'Stopped: the catalog file is incomplete.',
  ).catch((cause: unknown) => {
    throw failureOf(cause, path)
  })
}

/** Exports what is readable of a corrupted database. Does not change or check it. */
async function rescue(config: Config, path: string | undefined): Promise<number> {
  const { read, close } = await openForReading(locationOf(config)).catch((cause: unknown) => {
    throw openErrorOf(config, cause)
  })
  let unreadableRanges = 0
  const onUnreadable = () => {
    unreadableRanges += 1
  }
  try {
    await write(exportReadable(read, { isDamage: isCorruption, onUnreadable }), path)
  } finally {
    await close()
  }
  const missing = `Exported what could be read; ${unreadableRanges} ranges of works could not be read.`
  console.error(unreadableRanges === 0 ? 'All works could be read and are exported.' : missing)
  return unreadableRanges === 0 ? 0 : 1
}

/** Returns a new stream: `pipeline` would close standard output, which is still used afterwards. */
function standardOutput(): Writable {
  // The failed write already rejects with this error.
  process.stdout.on('error', () => {})
  return new Writable({ write: (chunk, _encoding, done) => void process.stdout.write(chunk, done) })
}

/** Translates file errors to messages; returns other errors unchanged. */
function failureOf(cause: unknown, path: string | undefined): unknown {
  if (!(cause instanceof Error && 'syscall' in cause && 'code' in cause)) return cause
  if (path === undefined) {
    return new UsageError('The catalog file is incomplete: the program that read the output has ended.', {
      cause,
    })
  }
  const sentences: Readonly<Record<string, string>> = {
    ENOENT: `There is no folder ${dirname(path)}.`,
    ENOTDIR: `There is no folder ${dirname(path)}.`,
    EISDIR: `${path} is a folder. Name a file in it.`,
    ENOSPC: `The disk is full: ${path} is incomplete.`,
  }
  return new UsageError(sentences[String(cause.code)] ?? `${path} cannot be written: ${cause.message}`, {
    cause,
  })
}
