/** Reads the database in one snapshot, unaffected by concurrent writes. */
import { type DatabaseLocation, openForReading } from './open.ts'
import type { Db } from './schema.ts'
import type { Readable } from './shape.ts'

/** Yields from a walk in one snapshot. It uses its own connection: on SQLite, other readers would otherwise wait for its end. */
export async function* streamSnapshot<T>(
  location: DatabaseLocation,
  walk: (db: Db) => AsyncGenerator<T>,
): AsyncGenerator<T, void> {
  const { read, end } = await openSnapshot(location)
  try {
    yield* walk(read)
  } finally {
    await end()
  }
}

export async function readSnapshot<T>(
  location: DatabaseLocation,
  act: (reading: Readable) => Promise<T>,
): Promise<T> {
  const { end, ...reading } = await openSnapshot(location)
  try {
    return await act(reading)
  } finally {
    await end()
  }
}

async function openSnapshot(
  location: DatabaseLocation,
): Promise<Readable & { readonly end: () => Promise<void> }> {
  const { read, dialect, close } = await openForReading(location)
  try {
    const transaction = await read
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute()
    const end = async () => {
      await transaction.rollback().execute()
      await close()
    }
    return { read: transaction, dialect, end }
  } catch (error) {
    await close()
    throw error
  }
}
