/** The task runner of a process, with everything that only tasks need. */
import { join } from 'node:path'
import { openBackground } from './db/open.ts'
import type { Deps, DepsOptions, DepsOptionsWithClock } from './deps.ts'
import { createBackups } from './features/backup/backups.ts'
import { createFeedSource } from './features/metadata/feed/feed-source.ts'
import { createMoveIn } from './features/migration/move-in.ts'
import { createOldUploads } from './features/migration/old-server.ts'
import { createStorageWatch } from './features/storage-watch/storage-watch.ts'
import { createTaskKinds } from './features/tasks/kinds/kinds.ts'
import { createTasks, type Tasks } from './features/tasks/tasks.ts'
import type { Base } from './open-base.ts'

/** Opens the task runner. `end` stops all work; call `close` after the last read. */
export async function openTaskRunner(opened: DepsOptions, { now, network, files, ...base }: Base) {
  const parts = await openTasks({ ...opened, now }, { ...base, ...files, ...network })
  return {
    parts,
    end: async () => {
      await parts.storageWatch.stop()
      await parts.tasks.stop()
      await network.outbound.close()
      await files.avifQueue.close()
      await Promise.all([files.scans.close(), files.forms.close()])
    },
    close: () => parts.background.close(),
  }
}

type TaskSources = Pick<
  Deps,
  | 'site'
  | 'vault'
  | 'folders'
  | 'coversFolder'
  | 'openStorage'
  | 'scans'
  | 'outbound'
  | 'marketplace'
  | 'forms'
>

async function openTasks(
  opened: DepsOptionsWithClock,
  { site, ...sources }: TaskSources,
): Promise<Pick<Deps, 'background' | 'tasks' | 'storageWatch' | 'backups' | 'oldUploads'>> {
  const { database, dataFolder, taskKinds, log, now, isShort, member } = opened
  const { backupFolder = join(dataFolder, 'backups') } = opened
  const background = await openBackground(database)
  const settings = () => site.current().marketplace
  const backups = createBackups({ location: database.location, dataFolder, backupFolder, now })
  const feeds = createFeedSource(join(dataFolder, 'feeds'))
  const measuring = {
    findFfmpeg: sources.forms.program,
    measuringFolder: join(dataFolder, 'measuring'),
  }
  const oldUploads = createOldUploads(join(dataFolder, 'moving'))
  const newAccountCeiling = () => site.current().newAccountCeiling
  const shared = { ...sources, database: background }
  const moveIn = createMoveIn({ ...shared, oldUploads, newAccountCeiling })
  const kinds = taskKinds ?? createTaskKinds({ ...shared, settings, feeds, backups, moveIn, ...measuring })
  const connection = { db: background.read, write: background.write, now, log }
  const tasks = wakeFirstThread(
    createTasks({ ...connection, kinds, ...(isShort ? { isShort } : {}) }),
    member,
  )
  return {
    background,
    backups,
    oldUploads,
    tasks,
    storageWatch: createStorageWatch({ ...connection, dataFolder, tasks }),
  }
}

/** Wakes the task runner, which is in the first thread, also from the other threads. */
const wakeFirstThread = (tasks: Tasks, member: DepsOptions['member']): Tasks =>
  member
    ? {
        ...tasks,
        wake: () => {
          tasks.wake()
          member.wakeTasks()
        },
      }
    : tasks
