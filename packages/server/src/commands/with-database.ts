/** Opens the database of the configuration, brings it up to date, and closes it whatever happens. */
import { mkdir } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open.ts'

export async function withDatabase<T>(config: Config, act: (database: Database) => Promise<T>): Promise<T> {
  await mkdir(config.dataFolder, { recursive: true })
  const database = await openDatabase({
    folder: config.dataFolder,
    ...(config.databaseUrl ? { url: config.databaseUrl } : {}),
  })
  try {
    await migrate(database)
    return await act(database)
  } finally {
    await database.close()
  }
}
