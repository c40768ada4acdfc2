/** A long walk through the database that sees nothing of what is written meanwhile. */
import { type DatabaseLocation, openDatabase } from './open.ts'
import type { Db } from './schema.ts'

/** The walk has a connection of its own: on SQLite everybody else would wait for its end. */
export async function* atOneMoment<T>(
  place: DatabaseLocation,
  walk: (db: Db) => AsyncGenerator<T>,
): AsyncGenerator<T, void> {
  const { read, close } = await openDatabase(place)
  try {
    const transaction = await read
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute()
    try {
      yield* walk(transaction)
    } finally {
      await transaction.rollback().execute()
    }
  } finally {
    await close()
  }
}
