import type { Config } from '../config.ts'
import { beSoleServer, type SoleServer } from '../db/sole-server.ts'
import { finishRestores } from '../features/backup/restore-backup.ts'
import { makeDataFolder } from '../lib/data-folder.ts'
import type { Log } from '../lib/log.ts'
import { removeAbandoned } from '../lib/temporary-folders.ts'
import { locationOf } from '../open-configured.ts'

/**
 * Locks the data folder for this server, and finishes interrupted restores. Throws a `UsageError` if the folder is unusable or
 * another server holds it.
 */
export async function takeFolder(config: Config, log: Log): Promise<SoleServer> {
  await makeDataFolder(config.dataFolder, { hasDatabase: config.databaseUrl === undefined })
  void removeAbandoned()
  const location = locationOf(config)
  const server = await beSoleServer(location)
  try {
    for (const before of await finishRestores(location))
      log.warn({ before }, 'a restore that was cut short was brought to its end')
    return server
  } catch (error) {
    server.release()
    throw error
  }
}
