/** Opens the database of the configuration and closes it whatever happens. */
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import { openConfigured } from '../open-configured.ts'

export async function withDatabase<T>(config: Config, act: (database: Database) => Promise<T>): Promise<T> {
  const database = await openConfigured(config)
  try {
    return await act(database)
  } finally {
    await database.close()
  }
}
