/** A database of another program, read from a copy: its own file is left alone, whatever is done with it meanwhile. */
import { copyFile, lstat, mkdir, open, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ForeignDatabase, openForeign, TooMuchRead, UntrustedSchema } from '../../db/foreign.ts'
import { freeBytesOf } from '../../lib/free-space.ts'
import { MoveRefused } from './migration-report.ts'

/** SQLite keeps these beside its file until it is in it. */
const besides = ['', '-wal', '-journal']

/** It is read whole, into memory. */
const mostBytes = 2 * 1024 ** 3

/**
 * Throws `MoveRefused` for what is no database, is damaged, too large, or does not fit where copies are made: in `folder`, which
 * is made for it and removed.
 */
export async function readOldDatabase<T>(
  path: string,
  folder: string,
  read: (db: ForeignDatabase) => T,
): Promise<T> {
  // What SQLite keeps beside it lies beside the file itself, not beside a link to it.
  const file = await realpath(path).catch(() => path)
  await refuseOther(file)
  await mkdir(folder, { mode: 0o700 })
  try {
    await refuseLarge(file, folder)
    const copy = join(folder, 'old.sqlite')
    for (const end of besides) await copyIfThere(`${file}${end}`, `${copy}${end}`)
    return readCopy(copy, file, read)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function readCopy<T>(copy: string, file: string, read: (db: ForeignDatabase) => T): T {
  try {
    const db = openForeign(copy)
    try {
      return read(db)
    } finally {
      db.close()
    }
  } catch (cause) {
    if (cause instanceof MoveRefused) throw cause
    if (cause instanceof UntrustedSchema)
      throw new MoveRefused(
        'databaseForeign',
        { code: 'import.untrustedTable', values: { file, table: cause.message } },
        cause,
      )
    if (cause instanceof TooMuchRead)
      throw new MoveRefused('databaseTooLarge', { code: 'import.tooLarge', values: { file } }, cause)
    throw new MoveRefused('databaseDamaged', { code: 'import.corrupted', values: { file } }, cause)
  }
}

/** Every database of SQLite begins with it. */
export const databaseMagic = 'SQLite format 3\0'

async function refuseOther(file: string): Promise<void> {
  const none = (cause?: unknown) =>
    new MoveRefused('databaseMissing', { code: 'import.fileUnreadable', values: { file } }, cause)
  // A pipe would keep whoever opens it waiting for ever.
  const found = await stat(file).catch((cause: unknown) => {
    throw none(cause)
  })
  if (!found.isFile()) throw none()
  if (found.size > mostBytes)
    throw new MoveRefused('databaseTooLarge', { code: 'import.tooLarge', values: { file } })
  const handle = await open(file).catch((cause: unknown) => {
    throw none(cause)
  })
  try {
    const { buffer, bytesRead } = await handle
      .read(Buffer.alloc(databaseMagic.length), 0, databaseMagic.length, 0)
      .catch((cause: unknown) => {
        throw none(cause)
      })
    if (buffer.toString('latin1', 0, bytesRead) !== databaseMagic)
      throw new MoveRefused('databaseForeign', { code: 'import.notSqlite', values: { file } })
  } finally {
    await handle.close()
  }
}

/** A copy that leaves nothing on the disk would take other programs with it. */
async function refuseLarge(file: string, folder: string): Promise<void> {
  const sizes = await Promise.all(besides.map((end) => plainSizeOf(`${file}${end}`)))
  const needed = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
  if (needed < (await freeBytesOf(folder)) * 0.9) return
  throw new MoveRefused('databaseTooLarge', {
    code: 'import.noRoomForCopy',
    values: { file, sizeMib: Math.ceil(needed / 1024 ** 2), folder: tmpdir() },
  })
}

/** Returns bytes of a file; undefined for what is none, and for a link: beside a database links are not SQLite's. */
export const plainSizeOf = (file: string): Promise<number | undefined> =>
  lstat(file).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  )

async function copyIfThere(from: string, to: string): Promise<void> {
  if ((await plainSizeOf(from)) === undefined) return
  await copyFile(from, to).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return
    const values = { file: from, reason: cause.message }
    throw new MoveRefused('databaseMissing', { code: 'import.notCopied', values }, cause)
  })
}
