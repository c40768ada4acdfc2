/** Everything the routes are made from, opened once and closed together. */
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import type { Db } from './db/schema.ts'
import { getOrCreateSecret } from './db/settings.store.ts'
import { createLimiter, type Limiter } from './features/auth/limiter.ts'
import { createSessions, type SessionSources, type Sessions } from './features/auth/sessions.ts'
import { createDictionary } from './features/entities/dictionary.ts'
import { type AvifQueue, createAvifQueue } from './features/library/covers/avif-queue.ts'
import type { MediaSources } from './features/library/media/media.api.ts'
import { createOpenStreams, type OpenStreams } from './features/library/media/open-streams.ts'
import { signCover } from './features/library/media/signing.rules.ts'
import { type BackgroundScans, createBackgroundScans } from './features/library/scan/background-scans.ts'
import { openSiteSettings, type SiteSettings } from './features/settings/site.ts'
import { createFirstRun, type FirstRun } from './features/setup/setup.ts'
import { createCards } from './features/works/cards.ts'
import { type Followers, openLiveCatalogue } from './features/works/index/live-catalogue.ts'
import type { WorkSources } from './features/works/sources.ts'
import { createViewers } from './features/works/viewers.ts'
import type { Log } from './lib/log.ts'
import { openConfigured } from './open-configured.ts'

export interface Deps extends WorkSources, MediaSources {
  readonly write: Db
  readonly site: SiteSettings
  readonly sessions: Sessions
  readonly limiter: Limiter
  readonly firstRun: FirstRun
  readonly scans: BackgroundScans
  readonly coversFolder: string
  readonly avifQueue: AvifQueue
  readonly close: () => Promise<void>
}

export async function createDeps(config: Config, log: Log): Promise<Deps> {
  const database = await openConfigured(config, { hasWriterThread: true })
  return openDeps({ database, dataFolder: config.dataFolder, log })
}

export interface Opened {
  /** Migrated; closed with everything else. */
  readonly database: Database
  readonly dataFolder: string
  readonly log: Log
}

export async function openDeps({ database, dataFolder, log }: Opened): Promise<Deps> {
  const secret = await getOrCreateSecret(database.write, 'linkSecret')
  const epoch = await getOrCreateSecret(database.write, 'visitorEpoch')
  const site = await openSiteSettings(database.write)
  const visitorCeiling = () => site.current().visitorCeiling
  const now = () => new Date()
  const accounts = openAccounts(database, { now, visitorCeiling, log })
  const dictionary = await createDictionary(database.read)
  const sign = (workId: string, version: string) => signCover(secret, workId, version)
  const cards = createCards({ db: database.read, dictionary, signCover: sign })
  const streams = watchedStreams(accounts.sessions)
  const siteChanged = async () => {
    await site.refresh()
    accounts.sessions.forget('all')
  }
  const followers: Followers = {
    worksChanged: cards.forget,
    catalogueChanged: streams.recheck,
    entitiesChanged: dictionary.refresh,
    usersChanged: accounts.sessions.forget,
    siteChanged,
  }
  const catalogue = await openLiveCatalogue({ database, followers, log })
  const viewers = createViewers({ visitorCeiling, findKey: dictionary.findKey })
  const files = openFiles({ database, dataFolder, log })
  return {
    db: database.read,
    write: database.write,
    site,
    ...accounts,
    ...files,
    catalogue,
    dictionary,
    cards,
    viewers,
    signCover: sign,
    secret,
    epoch: () => epoch,
    now,
    findPerson: accounts.sessions.find,
    streams,
    isVisible: (key, asker, choices) => catalogue.current().isVisible(key, viewers.viewer(asker, choices)),
    close: async () => {
      await files.avifQueue.close()
      await files.scans.close()
      await catalogue.close()
      await database.close()
    },
  }
}

/** Ended when what is known of a person, or of this server, no longer allows them. */
function watchedStreams(sessions: Sessions): OpenStreams {
  const streams = createOpenStreams()
  sessions.onForgotten(streams.recheck)
  return streams
}

function openAccounts(
  { read, write }: Database,
  sources: Pick<SessionSources, 'now' | 'visitorCeiling' | 'log'>,
): Pick<Deps, 'sessions' | 'limiter' | 'firstRun'> {
  return {
    sessions: createSessions({ read, write, ...sources }),
    limiter: createLimiter({ write, now: sources.now }),
    firstRun: createFirstRun(read),
  }
}

function openFiles({
  database,
  dataFolder,
  log,
}: Opened): Pick<Deps, 'coversFolder' | 'avifQueue' | 'scans'> {
  const coversFolder = join(dataFolder, 'covers')
  return {
    coversFolder,
    avifQueue: createAvifQueue(log),
    scans: createBackgroundScans({ place: database.place, coversFolder, log }),
  }
}
