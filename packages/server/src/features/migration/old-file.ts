/** Reads another program's database from a copy, so that the original is never touched. */
import { copyFile, lstat, mkdir, open, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ForeignDatabase, openForeign, ReadLimitError, UntrustedSchemaError } from '../../db/foreign.ts'
import { freeBytesOf } from '../../lib/free-space.ts'
import { MigrationRejected } from './migration-report.ts'

/** Files that SQLite keeps next to the database until their content is merged. */
const besides = ['', '-wal', '-journal']

/** The database is read into memory as a whole. */
const maxBytes = 2 * 1024 ** 3

/**
 * Throws `MigrationRejected` if the file is not a database, is corrupted or too large, or does not fit on the disk with the copy. The copy is
 * made in `folder`, which is created and removed.
 */
export async function readOldDatabase<T>(
  path: string,
  folder: string,
  read: (db: ForeignDatabase) => T,
): Promise<T> {
  // The journal files are next to the real file, not next to a symbolic link.
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
    if (cause instanceof MigrationRejected) throw cause
    if (cause instanceof UntrustedSchemaError)
      throw new MigrationRejected(
        'databaseForeign',
        { code: 'import.untrustedTable', values: { file, table: cause.message } },
        cause,
      )
    if (cause instanceof ReadLimitError)
      throw new MigrationRejected('databaseTooLarge', { code: 'import.tooLarge', values: { file } }, cause)
    throw new MigrationRejected('databaseDamaged', { code: 'import.corrupted', values: { file } }, cause)
  }
}

/** The first 16 bytes of every SQLite database. */
export const databaseMagic = 'SQLite format 3\0'

async function refuseOther(file: string): Promise<void> {
  const none = (cause?: unknown) =>
    new MigrationRejected('databaseMissing', { code: 'import.fileUnreadable', values: { file } }, cause)
  // Opening a pipe would block forever.
  const found = await stat(file).catch((cause: unknown) => {
    throw none(cause)
  })
  if (!found.isFile()) throw none()
  if (found.size > maxBytes)
    throw new MigrationRejected('databaseTooLarge', { code: 'import.tooLarge', values: { file } })
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
      throw new MigrationRejected('databaseForeign', { code: 'import.notSqlite', values: { file } })
  } finally {
    await handle.close()
  }
}

/** Rejects a copy that would fill the disk, since other programs would fail too. */
async function refuseLarge(file: string, folder: string): Promise<void> {
  const sizes = await Promise.all(besides.map((end) => plainSizeOf(`${file}${end}`)))
  const needed = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
  if (needed < (await freeBytesOf(folder)) * 0.9) return
  throw new MigrationRejected('databaseTooLarge', {
    code: 'import.noRoomForCopy',
    values: { file, sizeMib: Math.ceil(needed / 1024 ** 2), folder: tmpdir() },
  })
}

/**
 * Returns the size of a file in bytes; undefined if it is not a regular file. Symbolic links count as missing, since SQLite creates
 * none next to a database.
 */
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
    throw new MigrationRejected('databaseMissing', { code: 'import.notCopied', values }, cause)
  })
}
