/** Everything a process is made from that runs tasks and takes no requests. */
import type { Config } from './config.ts'
import { watchChanges } from './db/changes.ts'
import type { Database } from './db/open.ts'
import type { Deps, Opened } from './deps.ts'
import type { SiteSettings } from './features/settings/site.ts'
import type { Log } from './lib/log.ts'
import type { Metrics } from './lib/metrics.ts'
import { openBase, openOver } from './open-base.ts'
import { openWork } from './open-tasks.ts'

export const createWorkerDeps = (config: Config, log: Log, metrics?: Metrics): Promise<WorkerDeps> =>
  openOver(config, { log, metrics }, openWorkerDeps)

/** A process that takes no requests: it has no index, and knows what tasks go by. */
export type WorkerDeps = Pick<
  Deps,
  'database' | 'write' | 'background' | 'now' | 'log' | 'tasks' | 'storageWatch' | 'close'
>

export async function openWorkerDeps(opened: Opened): Promise<WorkerDeps> {
  const { database, log } = opened
  const base = await openBase(opened)
  const work = await openWork(opened, base)
  const stopFollowing = followSettings(database, base.site, log)
  return {
    ...{ database, log, write: database.write, now: base.now },
    ...work.parts,
    close: async () => {
      await work.end()
      await stopFollowing()
      await work.close()
      await database.close()
    },
  }
}

/** The server's settings are read again after any change, one reading at a time. */
function followSettings(database: Database, site: SiteSettings, log: Log): () => Promise<void> {
  const failed = (error: unknown) => log.warn({ err: error }, 'the settings of the server could not be read')
  let reading: Promise<void> | undefined
  const read = () => {
    reading ??= site
      .refresh()
      .catch(failed)
      .finally(() => {
        reading = undefined
      })
  }
  const stop = watchChanges(database, read)
  return async () => {
    await stop()
    await reading
  }
}
