/** Opens a database, a fake marketplace and running tasks, with a clock that tests can advance. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Marketplace,
  type MarketplaceOptions,
  startMarketplace,
} from '@koedana/fakes/marketplace/start-marketplace.ts'
import { writeInTurn } from '../../../../db/changes.ts'
import type { Database } from '../../../../db/open.ts'
import type { Engine } from '../../../../testing/engines.ts'
import { wantRecords } from '../../../metadata/upkeep/records.store.ts'
import { type OpenTasks, openTasks, type TasksGiven } from './open-tasks.ts'

export interface TaskWorld extends OpenTasks, AsyncDisposable {
  readonly database: Database
  readonly dataFolder: string
  readonly fake: Marketplace
  /** Marks the records of these works as wanted. */
  readonly want: (ids: readonly string[]) => Promise<void>
  /** Advances the clock here and at the marketplace. */
  readonly pass: (days: number) => void
  readonly now: () => Date
}

const dayMs = 86_400_000
/** The default start is the first day of the fake marketplace. */
const noon = Date.UTC(2026, 10, 20, 3)

export async function openTaskWorld(
  engine: Engine,
  options: MarketplaceOptions,
  given: Partial<TasksGiven> = {},
  begin = noon,
): Promise<TaskWorld> {
  const database = await engine.open()
  const dataFolder = await mkdtemp(join(tmpdir(), 'koedana-tasks-'))
  const fake = await startMarketplace(options)
  const start = Date.now()
  let days = 0
  const now = () => new Date(begin + days * dayMs + (Date.now() - start))
  const tasks = openTasks({ database, dataFolder, baseUrl: fake.url, now, ...given })
  return {
    ...tasks,
    database,
    dataFolder,
    fake,
    now,
    want: (ids) => writeInTurn(database.write, (tx) => wantRecords(database, tx, ids)),
    pass: (more) => {
      days += more
      fake.advanceDays(more)
    },
    [Symbol.asyncDispose]: async () => {
      await tasks.close()
      await fake.close()
      await database.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
