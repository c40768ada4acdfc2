/** Starts tasks over a test database and a test marketplace, without a pace and with short waits. */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { MarketplaceSettings } from '@koedana/contract/site-settings.ts'
import type { Task } from '@koedana/contract/tasks.ts'
import type { TaskKind } from '@koedana/contract/values.ts'
import type { Database } from '../../../../db/open.ts'
import { createLog } from '../../../../lib/log.ts'
import { createOutbound } from '../../../../lib/outbound.ts'
import { createVault } from '../../../../lib/vault.ts'
import { createBackups } from '../../../backup/backups.ts'
import { createBackgroundScans } from '../../../library/scan/background-scans.ts'
import { scanInProcess } from '../../../library/testing/scan-in-process.ts'
import { createFeedSource } from '../../../metadata/feed/feed-source.ts'
import { createMarketplace } from '../../../metadata/marketplace/client.ts'
import type { FeedSource, LookupSource } from '../../../metadata/source.ts'
import { noDriveAccess as driveAccess } from '../../../storages/testing/no-drives.ts'
import { isEnded, taskOf } from '../../lifecycle.rules.ts'
import { insertTask } from '../../task.store.ts'
import { findTaskRow } from '../../task-list.store.ts'
import { createTasks } from '../../tasks.ts'
import { createTaskKinds } from '../kinds.ts'

const vault = createVault('a key of some length for tests')

export interface OpenTasks {
  readonly marketplace: LookupSource
  /** Starts a task and returns its ID. */
  readonly order: (kind: TaskKind, options?: object, retryOf?: string) => Promise<string>
  readonly find: (id: string) => Promise<Task>
  /** Resolves when the task has ended. */
  readonly ended: (id: string) => Promise<Task>
  readonly run: (kind: TaskKind, options?: object) => Promise<Task>
  readonly wake: () => void
  /** Does not close the database. */
  readonly close: () => Promise<void>
}

export interface TasksGiven {
  readonly database: Database
  readonly dataFolder: string
  readonly baseUrl: string
  readonly now?: () => Date
  readonly settings?: Partial<MarketplaceSettings>
  /** The clock of the marketplace client is this many times faster, and its waits are shorter. Defaults to 1. */
  readonly haste?: number
  readonly timeoutMs?: number
  readonly maxSilenceMs?: number
  readonly leaseMs?: number
  /** Replaces the marketplace at `baseUrl` and the folder of catalog files. */
  readonly sources?: { readonly marketplace: LookupSource; readonly feeds: FeedSource }
}

export function openTasks(given: TasksGiven): OpenTasks {
  const { database, dataFolder, now = () => new Date(), leaseMs = 10_000 } = given
  const log = createLog('silent')
  const { marketplace, settings, close } = openMarketplace(given)
  const coversFolder = join(dataFolder, 'covers')
  const runScan = scanInProcess(database)
  const opened = { location: database.location, coversFolder, log, runScan }
  const scans = createBackgroundScans({ driveAccess, vault, ...opened })
  const kinds = createTaskKinds({
    database,
    marketplace,
    settings,
    scans,
    coversFolder,
    moveIn: async () => {
      throw new Error('nothing moves in here')
    },
    findFfmpeg: async () => undefined,
    measuringFolder: join(dataFolder, 'measuring'),
    backups: createBackups({
      location: database.location,
      dataFolder,
      backupFolder: join(dataFolder, 'backups'),
      now,
    }),
    openStorage: () => {
      throw new Error('no storage of these tests is of the network')
    },
    feeds: createFeedSource(join(dataFolder, 'feeds')),
    ...given.sources,
    outageRetry: { pollMs: 20, maxMs: given.maxSilenceMs ?? 60_000 },
  })
  const { read: db, write } = database
  const tasks = createTasks({ db, write, now, log, kinds, leaseMs })
  tasks.start()
  const find = async (id: string) => {
    const row = await findTaskRow(write, id)
    if (!row) throw new Error(`there is no task ${id}`)
    return taskOf(row, now(), 'en-US')
  }
  const order = async (kind: TaskKind, options = {}, retryOf?: string) => {
    const retried = retryOf === undefined ? undefined : await findTaskRow(write, retryOf)
    const at = now().toISOString()
    const task = { kind, options, userKey: null, retryOfKey: retried?.key ?? null, at }
    const row = await insertTask(write, task)
    if (!row) throw new Error('another task of this kind is at work')
    tasks.wake()
    return row.id
  }
  const ended = async (id: string): Promise<Task> => {
    for (;;) {
      const task = await find(id)
      if (isEnded(task.status)) return task
      await setTimeout(10)
    }
  }
  return {
    marketplace,
    order,
    find,
    ended,
    run: async (kind, options) => ended(await order(kind, options)),
    wake: tasks.wake,
    close: async () => {
      await tasks.stop()
      await scans.close()
      await close()
    },
  }
}

function openMarketplace({ baseUrl, settings: given, haste = 1, timeoutMs = 20_000 }: TasksGiven) {
  const settings: MarketplaceSettings = {
    enabled: true,
    baseUrl,
    proxyUrl: null,
    gapMs: 0,
    pageGapMs: 0,
    batchSize: 50,
    allowedHosts: ['127.0.0.1'],
    ...given,
  }
  const start = Date.now()
  const outbound = createOutbound({ userAgent: 'test' })
  const marketplace = createMarketplace({
    settings: () => settings,
    outbound,
    log: createLog('silent'),
    timeoutMs,
    now: () => new Date(start + (Date.now() - start) * haste),
    sleep: (ms, signal) => setTimeout(ms / haste, undefined, signal ? { signal } : {}),
  })
  return { marketplace, settings: () => settings, close: outbound.close }
}
