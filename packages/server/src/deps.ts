/** Everything the routes are made from, opened once and closed together. */
import { join } from 'node:path'
import { AgeCategory } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import { findSetting, getOrCreateSecret } from './db/settings.store.ts'
import { createDictionary } from './features/entities/dictionary.ts'
import { type AvifQueue, createAvifQueue } from './features/library/covers/avif-queue.ts'
import type { MediaSources } from './features/library/media/media.api.ts'
import { signCover } from './features/library/media/signing.rules.ts'
import { cardRowsIn } from './features/works/card-rows.store.ts'
import { createCards } from './features/works/cards.ts'
import { openLiveCatalogue } from './features/works/index/live-catalogue.ts'
import type { WorkSources } from './features/works/sources.ts'
import { createVisitors } from './features/works/visitors.ts'
import type { Log } from './lib/log.ts'
import { openConfigured } from './open-configured.ts'

export interface Deps extends WorkSources, MediaSources {
  readonly coversFolder: string
  readonly avifQueue: AvifQueue
  readonly close: () => Promise<void>
}

export async function createDeps(config: Config, log: Log): Promise<Deps> {
  return openDeps({ database: await openConfigured(config), dataFolder: config.dataFolder, log })
}

export interface Opened {
  /** Migrated; closed with everything else. */
  readonly database: Database
  readonly dataFolder: string
  readonly log: Log
  readonly now?: () => Date
}

export async function openDeps(opened: Opened): Promise<Deps> {
  const { database, dataFolder, log, now = () => new Date() } = opened
  const { secret, epoch, ceiling } = await readSettings(database)
  const dictionary = await createDictionary(database.read)
  const sign = (workId: string, version: string) => signCover(secret, workId, version)
  const cards = createCards({
    findCardRows: cardRowsIn(database.read, database.dialect),
    dictionary,
    signCover: sign,
  })
  const followers = {
    worksChanged: cards.forget,
    entitiesChanged: dictionary.refresh,
    allChanged: () => {
      cards.forgetAll()
      return dictionary.refreshAll()
    },
  }
  const catalogue = await openLiveCatalogue({ database, followers, log, now, snapshotFolder: dataFolder })
  const visitors = createVisitors(ceiling)
  const avifQueue = createAvifQueue(log)
  return {
    db: database.read,
    catalogue,
    dictionary,
    cards,
    visitors,
    signCover: sign,
    secret,
    epoch: () => epoch,
    now,
    isVisible: (key) => catalogue.current().isVisible(key, visitors.viewer('zh-CN')),
    coversFolder: join(dataFolder, 'covers'),
    avifQueue,
    close: async () => {
      await avifQueue.close()
      await catalogue.close()
      await database.close()
    },
  }
}

/** What an administrator sets, and what the server made up for itself. */
async function readSettings({ write }: Database) {
  const ceiling = v.safeParse(AgeCategory, await findSetting(write, 'visitorCeiling'))
  return {
    secret: await getOrCreateSecret(write, 'linkSecret'),
    epoch: await getOrCreateSecret(write, 'visitorEpoch'),
    ceiling: ceiling.success ? ceiling.output : ('all' as const),
  }
}
