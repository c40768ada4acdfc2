/** A long walk through the database that sees nothing of what is written meanwhile. */
import { type DatabaseLocation, openForReading } from './open.ts'
import type { Db } from './schema.ts'
import type { Readable } from './shape.ts'

/** The walk has a connection of its own: on SQLite everybody else would wait for its end. */
export async function* atOneMoment<T>(
  location: DatabaseLocation,
  walk: (db: Db) => AsyncGenerator<T>,
): AsyncGenerator<T, void> {
  const { read, end } = await beginMoment(location)
  try {
    yield* walk(read)
  } finally {
    await end()
  }
}

export async function readAtOneMoment<T>(
  location: DatabaseLocation,
  act: (reading: Readable) => Promise<T>,
): Promise<T> {
  const { end, ...reading } = await beginMoment(location)
  try {
    return await act(reading)
  } finally {
    await end()
  }
}

async function beginMoment(
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
