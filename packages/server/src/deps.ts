/** Everything the routes are made from, opened once and closed together. */
import { join } from 'node:path'
import { type Config, isPublished } from './config.ts'
import { type Database, openBackground } from './db/open.ts'
import type { Db } from './db/schema.ts'
import type { FixedOidc } from './domain/oidc.rules.ts'
import type { Sessions } from './features/auth/sessions.ts'
import type { FixedApps } from './features/drives/apps.ts'
import { createDictionary } from './features/entities/dictionary.ts'
import type { AvifQueue } from './features/library/covers/avif-queue.ts'
import type { CoverSources } from './features/library/covers/covers.api.ts'
import { createSpokenIndex, type SpokenIndex } from './features/library/lyrics/search/spoken-index.ts'
import { type Links, type MediaSources, openLinks } from './features/library/media/links.ts'
import { createOpenStreams, type OpenStreams } from './features/library/media/open-streams.ts'
import type { BackgroundScans, RunScan } from './features/library/scan/background-scans.ts'
import { personalSetsIn } from './features/marks/personal-sets.ts'
import { createFeedSource } from './features/metadata/feed/feed-source.ts'
import { openSiteSettings, type SiteSettings } from './features/settings/site.ts'
import type { Folders } from './features/storage-admin/folders.ts'
import { createStorageWatch, type StorageWatch } from './features/storage-watch/storage-watch.ts'
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
import type { PasswordCost } from './lib/password.ts'
import type { Vault } from './lib/vault.ts'
import { type Accounts, openAccounts } from './open-accounts.ts'
import { openConfigured } from './open-configured.ts'
import { type LinkedDrives, openLinkedDrives } from './open-drives.ts'
import { openFiles } from './open-files.ts'
import { type Network, openNetwork } from './open-network.ts'

export interface Deps extends WorkSources, MediaSources, Network, LinkedDrives, Accounts {
  readonly write: Db
  readonly database: Database
  /** A connection for what nobody waits for, or may take long. */
  readonly background: Database
  readonly site: SiteSettings
  readonly vault: Vault
  readonly scans: BackgroundScans
  readonly links: Links
  readonly readCover: Links['readCover']
  readonly findAge: CoverSources['findAge']
  readonly coversFolder: string
  readonly avifQueue: AvifQueue
  readonly spoken: SpokenIndex
  readonly log: Log
  readonly machine: Machine
  readonly folders: Folders
  /** The address at which browsers are said to reach this server. */
  readonly publicUrl: string | undefined
  /** The tasks run once they are started. */
  readonly tasks: Tasks
  /** It watches once it is started. */
  readonly storageWatch: StorageWatch
  readonly close: () => Promise<void>
}

export async function createDeps(config: Config, log: Log): Promise<Deps> {
  const database = await openConfigured(config, { hasWriterThread: true, isImpatient: true })
  const opened = {
    ...config,
    database,
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
  /** The path of a trusted proxy by which it sends files of this machine itself; nobody but us does without it. */
  readonly accelRedirect?: string | undefined
  /** Which proxies are trusted, besides those of this machine. */
  readonly trustedProxies?: readonly string[]
  /** What converts sounds: a path, or a name on PATH; `ffmpeg` without it. */
  readonly ffmpegPath?: string | undefined
  readonly log: Log
  readonly now?: () => Date
  readonly publicUrl?: string | undefined
  /** How people sign in by a provider, where its environment says so. */
  readonly oidc?: FixedOidc | undefined
  /** The header in which trusted proxies say who calls; nobody is believed without it. */
  readonly proxyUserHeader?: string | undefined
  /** What providers of drives know this server by, where its environment says so. */
  readonly driveApps?: FixedApps | undefined
  /** For tests: all providers of drives at one address. */
  readonly driveGateway?: string | undefined
  /** Whether the server is meant for other machines; false if absent. */
  readonly isPublished?: boolean
  /** What a guess at a password costs; the usual without it, and next to nothing in tests. */
  readonly passwordCost?: PasswordCost
  /** Other work than the server's own; tests bring theirs. */
  readonly taskKinds?: TaskKinds
  /** Makes generations of the index, in a thread of its own without it. */
  readonly build?: Build
  /** Runs scans, each in a thread of its own without it. */
  readonly runScan?: RunScan | undefined
}

export async function openDeps(opened: Opened): Promise<Deps> {
  const { database, log, now = () => new Date(), isPublished = false } = opened
  const vault = await openVault({ ...opened, write: database.write })
  const site = await openSiteSettings(database.write, vault)
  const linked = await openLinked(database, vault)
  const network = openReached({ ...opened, now }, { site, vault })
  const accounts = await openAccounts(database, { ...opened, ...network, now, site, vault })
  const streams = watchedStreams(accounts.sessions)
  const files = openFiles({ ...opened, ...network, vault })
  const machine = openMachine({ ...opened, ...files })
  const works = await openWorks({ ...opened, now }, { ...linked, ...accounts, site, streams })
  const working = await openTasks({ ...opened, now }, { site, ...files, ...network })
  return {
    db: database.read,
    write: database.write,
    database,
    now,
    site,
    vault,
    isPublished,
    streams,
    log,
    machine,
    findPerson: accounts.sessions.find,
    ...linked,
    ...accounts,
    ...files,
    ...network,
    ...works,
    ...working,
    close: async () => {
      await working.storageWatch.stop()
      await working.tasks.stop()
      await network.outbound.close()
      await files.avifQueue.close()
      await Promise.all([files.scans.close(), files.forms.close()])
      await machine.close()
      await Promise.all([works.catalogue.close(), works.spoken.close()])
      await working.background.close()
      await accounts.audit.recorded()
      await database.close()
    },
  }
}

type Reached = Network & LinkedDrives & Pick<Deps, 'publicUrl'>

/** Everything that speaks to other servers, or is spoken to by its address. */
function openReached(opened: OpenedNow, { site, vault }: Pick<Deps, 'site' | 'vault'>): Reached {
  const { database, publicUrl, now, log } = opened
  const network = openNetwork({ site, now, log })
  const { outbound } = network
  return { ...network, ...openLinkedDrives({ ...opened, write: database.write, vault, outbound }), publicUrl }
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

type TaskSources = Pick<
  Deps,
  'site' | 'coversFolder' | 'openStorage' | 'scans' | 'outbound' | 'marketplace' | 'forms'
>

async function openTasks(
  { database, dataFolder, taskKinds, log, now }: OpenedNow,
  { site, ...sources }: TaskSources,
): Promise<Pick<Deps, 'background' | 'tasks' | 'storageWatch'>> {
  const background = await openBackground(database)
  const settings = () => site.current().marketplace
  const feeds = createFeedSource(join(dataFolder, 'feeds'))
  const measuring = {
    findFfmpeg: sources.forms.program,
    measuringFolder: join(dataFolder, 'measuring'),
  }
  const kinds =
    taskKinds ?? createTaskKinds({ database: background, settings, feeds, ...measuring, ...sources })
  const connection = { db: background.read, write: background.write, now, log }
  const tasks = createTasks({ ...connection, kinds })
  return { background, tasks, storageWatch: createStorageWatch({ ...connection, tasks }) }
}

type OpenedNow = Opened & { readonly now: () => Date }
type Followed = Pick<Deps, 'site' | 'oidcSite' | 'sessions' | 'streams' | 'links'>

/** Opens what reads works and what is notified of changes. */
async function openWorks(
  { database, dataFolder, log, now, build }: OpenedNow,
  { site, oidcSite, sessions, streams, links }: Followed,
): Promise<
  Pick<
    Deps,
    'catalogue' | 'dictionary' | 'cards' | 'viewers' | 'visibleWorks' | 'findPersonalSets' | 'spoken'
  >
> {
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
      await oidcSite.refresh()
      await links.refresh()
      sessions.forget('all')
    },
  }
  const indexed = { database, log, now, build, snapshotFolder: dataFolder }
  const catalogue = await openLiveCatalogue({ ...indexed, listeners }).catch(async (error: unknown) => {
    // The database is closed next, and nobody may be left who reads it.
    await spoken.close()
    throw error
  })
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
    findPersonalSets: personalSetsIn(database.read, now),
    spoken,
    visibleWorks: visibleWorksIn({ db: database.read, catalogue, viewers }),
  }
}
