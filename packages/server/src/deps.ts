/** Everything the routes are made from, opened once and closed together. */
import { join } from 'node:path'
import { type Config, isPublished } from './config.ts'
import { type Database, openBackground } from './db/open.ts'
import type { Db } from './db/schema.ts'
import type { Audit } from './features/audit/audit.ts'
import type { Limiter } from './features/auth/limiter.ts'
import type { Sessions } from './features/auth/sessions.ts'
import { createDictionary } from './features/entities/dictionary.ts'
import type { AvifQueue } from './features/library/covers/avif-queue.ts'
import type { CoverSources } from './features/library/covers/covers.api.ts'
import { createSpokenIndex, type SpokenIndex } from './features/library/lyrics/search/spoken-index.ts'
import { type Links, type MediaSources, openLinks } from './features/library/media/links.ts'
import { createOpenStreams, type OpenStreams } from './features/library/media/open-streams.ts'
import type { BackgroundScans } from './features/library/scan/background-scans.ts'
import { createFeedSource } from './features/metadata/feed/feed-source.ts'
import type { ProgressWriter } from './features/progress/progress-writer.ts'
import { openSiteSettings, type SiteSettings } from './features/settings/site.ts'
import type { FirstRun } from './features/setup/setup.ts'
import type { Folders } from './features/storage-admin/folders.ts'
import { type Machine, openMachine } from './features/system/machine.ts'
import { createTaskKinds } from './features/tasks/kinds/kinds.ts'
import type { TaskKinds } from './features/tasks/run/runner.ts'
import { createTasks, type Tasks } from './features/tasks/tasks.ts'
import { openVault } from './features/vault/open-vault.ts'
import { cardRowsIn } from './features/works/card-rows.store.ts'
import { createCards } from './features/works/cards.ts'
import type { Build } from './features/works/index/build.ts'
import type { InvalidationListeners } from './features/works/index/invalidation.ts'
import { openLiveCatalogue } from './features/works/index/live-catalogue.ts'
import { findAgeIn } from './features/works/index/load-rows.store.ts'
import { createViewers, visibleWorksIn, type WorkSources } from './features/works/viewers.ts'
import type { Log } from './lib/log.ts'
import type { PasswordCost, Passwords } from './lib/password.ts'
import type { Vault } from './lib/vault.ts'
import { openAccounts } from './open-accounts.ts'
import { openConfigured } from './open-configured.ts'
import { openFiles } from './open-files.ts'
import { type Network, openNetwork } from './open-network.ts'

export interface Deps extends WorkSources, MediaSources, Network {
  readonly write: Db
  readonly database: Database
  /** A connection for what nobody waits for, or may take long. */
  readonly background: Database
  readonly site: SiteSettings
  readonly vault: Vault
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly limiter: Limiter
  readonly audit: Audit
  readonly firstRun: FirstRun
  readonly scans: BackgroundScans
  readonly links: Links
  readonly readCover: Links['readCover']
  readonly findAge: CoverSources['findAge']
  readonly coversFolder: string
  readonly avifQueue: AvifQueue
  readonly spoken: SpokenIndex
  readonly log: Log
  readonly machine: Machine
  readonly progressWriter: ProgressWriter
  readonly folders: Folders
  /** The tasks run once they are started. */
  readonly tasks: Tasks
  readonly close: () => Promise<void>
}

export async function createDeps(config: Config, log: Log): Promise<Deps> {
  const database = await openConfigured(config, { hasWriterThread: true, isImpatient: true })
  const { dataFolder, secretKey, storageRoots, ffmpegPath } = config
  const opened = {
    database,
    dataFolder,
    secretKey,
    storageRoots,
    ffmpegPath,
    log,
    isPublished: isPublished(config),
  }
  return openDeps(opened).catch(async (cause: unknown) => {
    await database.close()
    throw cause
  })
}

export interface Opened {
  /** Migrated; closed with everything else. */
  readonly database: Database
  readonly dataFolder: string
  /** Replaces the file in the data folder. */
  readonly secretKey?: string | undefined
  /** The folders below which storages of this machine may lie; anywhere without it. */
  readonly storageRoots?: readonly string[] | undefined
  /** What converts sounds: a path, or a name on PATH; `ffmpeg` without it. */
  readonly ffmpegPath?: string | undefined
  readonly log: Log
  readonly now?: () => Date
  /** Whether the server is meant for other machines; false if absent. */
  readonly isPublished?: boolean
  /** What a guess at a password costs; the usual without it, and next to nothing in tests. */
  readonly passwordCost?: PasswordCost
  /** Other work than the server's own; tests bring theirs. */
  readonly taskKinds?: TaskKinds
  /** Makes generations of the index, in a thread of its own without it. */
  readonly build?: Build
}

export async function openDeps(opened: Opened): Promise<Deps> {
  const { database, log, now = () => new Date(), isPublished = false, passwordCost } = opened
  const vault = await openVault({ ...opened, write: database.write })
  const site = await openSiteSettings(database.write, vault)
  const linked = await openLinked(database, vault)
  const accounts = openAccounts(database, { now, site, log, isPublished, passwordCost })
  const streams = watchedStreams(accounts.sessions)
  const network = openNetwork({ site, now, log })
  const files = openFiles({ ...opened, vault, outbound: network.outbound })
  const machine = openMachine({ ...opened, ...files })
  const works = await openWorks({ ...opened, now }, { ...linked, ...accounts, site, streams })
  const { background, tasks } = await openTasks({ ...opened, now }, { site, ...files, ...network })
  return {
    db: database.read,
    write: database.write,
    database,
    background,
    now,
    site,
    vault,
    isPublished,
    streams,
    log,
    machine,
    tasks,
    findPerson: accounts.sessions.find,
    ...linked,
    ...accounts,
    ...files,
    ...network,
    ...works,
    close: async () => {
      await tasks.stop()
      await network.outbound.close()
      await files.avifQueue.close()
      await Promise.all([files.scans.close(), files.forms.close()])
      await machine.close()
      await Promise.all([works.catalogue.close(), works.spoken.close()])
      await background.close()
      await accounts.audit.recorded()
      await database.close()
    },
  }
}

type Linked = Pick<Deps, 'links' | 'secret' | 'epoch' | 'signCover' | 'readCover' | 'findAge'>

async function openLinked({ read, write }: Database, vault: Vault): Promise<Linked> {
  const links = await openLinks(write, vault)
  const { secret, epoch, signCover, readCover } = links
  return { links, secret, epoch, signCover, readCover, findAge: findAgeIn(read) }
}

/** Ended when what is known of a person, or of this server, no longer allows them. */
function watchedStreams(sessions: Sessions): OpenStreams {
  const streams = createOpenStreams()
  sessions.onForgotten(streams.recheck)
  return streams
}

type TaskSources = Pick<Deps, 'site' | 'coversFolder' | 'openStorage' | 'scans' | 'outbound' | 'marketplace'>

async function openTasks(
  { database, dataFolder, taskKinds, log, now }: OpenedNow,
  { site, ...sources }: TaskSources,
): Promise<Pick<Deps, 'background' | 'tasks'>> {
  const background = await openBackground(database)
  const settings = () => site.current().marketplace
  const feeds = createFeedSource(join(dataFolder, 'feeds'))
  const kinds = taskKinds ?? createTaskKinds({ database: background, settings, feeds, ...sources })
  return {
    background,
    tasks: createTasks({ db: background.read, write: background.write, now, log, kinds }),
  }
}

type OpenedNow = Opened & { readonly now: () => Date }
type Followed = Pick<Deps, 'site' | 'sessions' | 'streams' | 'links'>

/** Opens what reads works and what is notified of changes. */
async function openWorks(
  { database, dataFolder, log, now, build }: OpenedNow,
  { site, sessions, streams, links }: Followed,
): Promise<Pick<Deps, 'catalogue' | 'dictionary' | 'cards' | 'viewers' | 'visibleWorks' | 'spoken'>> {
  const dictionary = await createDictionary(database.read)
  const cards = createCards({
    findCardRows: cardRowsIn(database.read),
    dictionary,
    entitiesOf: (kind, key) => catalogue.current().entitiesOf(kind, key),
    workCount: () => catalogue.current().workCount,
    links,
  })
  const spoken = createSpokenIndex({ database, dataFolder, log })
  const listeners: InvalidationListeners = {
    worksChanged: (keys) => {
      cards.forget(keys)
      spoken.worksChanged(keys)
    },
    catalogueChanged: streams.recheck,
    entitiesChanged: dictionary.refresh,
    allChanged: async () => {
      await dictionary.refreshAll()
      await listeners.siteChanged()
    },
    usersChanged: sessions.forget,
    siteChanged: async () => {
      await site.refresh()
      await links.refresh()
      sessions.forget('all')
    },
  }
  const indexed = { database, log, now, build, snapshotFolder: dataFolder }
  const catalogue = await openLiveCatalogue({ ...indexed, listeners })
  const visitorCeiling = () => site.current().visitorCeiling
  const viewers = createViewers({
    visitorCeiling,
    findKey: dictionary.findKey,
    namesFor: dictionary.namesFor,
  })
  return {
    catalogue,
    dictionary,
    cards,
    viewers,
    spoken,
    visibleWorks: visibleWorksIn({ db: database.read, catalogue, viewers }),
  }
}
