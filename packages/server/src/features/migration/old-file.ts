/** A database of another program, read from a copy: its own file is left alone, whatever is done with it meanwhile. */
import { copyFile, mkdtemp, open, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ForeignDatabase, openForeign } from '../../db/open.ts'
import { UsageError } from '../../lib/app-error.ts'

/** What SQLite keeps beside its file until it is in it. */
const besides = ['', '-wal', '-journal']

/** Throws a `UsageError` for what is no database, is damaged, or does not fit where copies are made. */
export async function readOldDatabase<T>(file: string, read: (db: ForeignDatabase) => T): Promise<T> {
  await refuseOther(file)
  const folder = await mkdtemp(join(tmpdir(), 'koedana-migration-'))
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
    if (cause instanceof UsageError) throw cause
    const advice = 'Stop the old server, so that it writes nothing meanwhile, or take its last backup.'
    throw new UsageError(`${file} is damaged, and was not read. ${advice}`, { cause })
  }
}

const magic = 'SQLite format 3\0'

async function refuseOther(file: string): Promise<void> {
  const handle = await open(file).catch((cause: unknown) => {
    throw new UsageError(`There is no file ${file} that can be read.`, { cause })
  })
  try {
    const { buffer, bytesRead } = await handle
      .read(Buffer.alloc(magic.length), 0, magic.length, 0)
      .catch((cause: unknown) => {
        throw new UsageError(`${file} cannot be read.`, { cause })
      })
    if (buffer.toString('latin1', 0, bytesRead) !== magic)
      throw new UsageError(`${file} is no SQLite database.`)
  } finally {
    await handle.close()
  }
}

/** A copy that leaves nothing on the disk would take other programs with it. */
async function refuseLarge(file: string, folder: string): Promise<void> {
  const sizes = await Promise.all(besides.map((end) => sizeOf(`${file}${end}`)))
  const needed = sizes.reduce((sum, size) => sum + size, 0)
  const { bavail, bsize } = await statfs(folder)
  if (needed < bavail * bsize * 0.9) return
  const mebibytes = Math.ceil(needed / 1024 ** 2)
  throw new UsageError(
    `A copy of ${file} needs ${mebibytes} MiB in ${tmpdir()}: set TMPDIR to where there is room.`,
  )
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

async function copyIfThere(from: string, to: string): Promise<void> {
  await copyFile(from, to).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return
    throw new UsageError(`${from} cannot be copied: ${cause.message}`, { cause })
  })
}
