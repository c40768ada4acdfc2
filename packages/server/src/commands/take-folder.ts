/** Takes the data folder for a server. */
import type { Config } from '../config.ts'
import { beSoleServer, type SoleServer } from '../db/sole-server.ts'
import { makeDataFolder } from '../lib/data-folder.ts'
import { removeAbandoned } from '../lib/temporary-folders.ts'
import { locationOf } from '../open-configured.ts'

/** Throws a `UsageError` where the folder cannot be used, or another server has it. */
export async function takeFolder(config: Config): Promise<SoleServer> {
  await makeDataFolder(config.dataFolder, { hasDatabase: config.databaseUrl === undefined })
  void removeAbandoned()
  return beSoleServer(locationOf(config))
}
