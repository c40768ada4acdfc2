import type { Config } from '../config.ts'
import { lockDataFolder, type ServerLock } from '../db/server-lock.ts'
import { finishRestores } from '../features/backup/restore-backup.ts'
import { createDataFolder } from '../lib/data-folder.ts'
import type { Log } from '../lib/log.ts'
import { removeOrphanedFolders } from '../lib/temporary-folders.ts'
import { locationOf } from '../open-configured.ts'

/**
 * Locks the data folder for this server, and finishes interrupted restores. Throws a `UsageError` if the folder is unusable or
 * another server holds it.
 */
export async function claimDataFolder(config: Config, log: Log): Promise<ServerLock> {
  await createDataFolder(config.dataFolder, { hasDatabase: config.databaseUrl === undefined })
  void removeOrphanedFolders()
  const location = locationOf(config)
  const server = await lockDataFolder(location)
  try {
    for (const before of await finishRestores(location))
      log.warn({ before }, 'a restore that was cut short was brought to its end')
    return server
  } catch (error) {
    server.release()
    throw error
  }
}
