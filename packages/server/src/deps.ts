/** Everything a process is made from: one that takes requests, or one that runs tasks alone. */
import type { Config } from './config.ts'
import { countAppends, latestSeq, watchChanges } from './db/changes.ts'
import { createForeground } from './db/foreground.ts'
import type { Database } from './db/open.ts'
import type { Db } from './db/schema.ts'
import type { FixedOidc } from './domain/oidc.rules.ts'
import type { Sessions } from './features/auth/sessions.ts'
import type { Backups } from './features/backup/backups.ts'
import type { WriteSamples } from './features/demo/write-in-thread.ts'
import type { AppPlacements, FixedApps } from './features/drives/apps.ts'
import type { AvifQueue } from './features/library/covers/avif-queue.ts'
import type { CoverSources } from './features/library/covers/covers.api.ts'
import type { SpokenIndex } from './features/library/lyrics/search/spoken-index.ts'
import { type Links, type MediaSources, openLinks } from './features/library/media/links.ts'
import { createOpenStreams, type OpenStreams } from './features/library/media/open-streams.ts'
import type { BackgroundScans, RunScan } from './features/library/scan/background-scans.ts'
import type { OldUploads } from './features/migration/old-server.ts'
import type { SiteSettings } from './features/settings/site.ts'
import { createShares, type Shares } from './features/shares/shares.ts'
import type { Folders } from './features/storage-admin/folders.ts'
import type { StorageWatch } from './features/storage-watch/storage-watch.ts'
import { type Machine, openMachine } from './features/system/machine.ts'
import { observeParts, observeStreams } from './features/system/observe.ts'
import type { TaskKinds } from './features/tasks/run/runner.ts'
import type { Tasks } from './features/tasks/tasks.ts'
import type { Build } from './features/works/index/build.ts'
import { findAgeIn } from './features/works/index/load-rows.store.ts'
import type { WorkSources } from './features/works/viewers.ts'
import type { ChangeNumbers } from './http/own-writes.ts'
import type { CacheBounds, ShortOfSpace } from './lib/free-space.ts'
import type { Log } from './lib/log.ts'
import type { Metrics } from './lib/metrics.ts'
import type { PasswordCost } from './lib/password.ts'
import type { Vault } from './lib/vault.ts'
import { type Accounts, openAccounts } from './open-accounts.ts'
import { type LinkedDrives, type Network, openBase, openOver } from './open-base.ts'
import { openWork } from './open-tasks.ts'
import { openWorks } from './open-works.ts'
import type { ThreadGroup } from './threads/group.ts'
import type { Membership } from './threads/membership.ts'
import type { Threads } from './threads/messages.ts'

export interface Deps extends WorkSources, MediaSources, Network, LinkedDrives, Accounts {
  readonly write: Db
  readonly database: Database
  /** A connection for what nobody waits for, or may take long. */
  readonly background: Database
  readonly site: SiteSettings
  readonly vault: Vault
  readonly scans: BackgroundScans
  readonly links: Links
  readonly shares: Shares
  readonly readCover: Links['readCover']
  readonly findAge: CoverSources['findAge']
  readonly coversFolder: string
  readonly demoFolder: string
  /** Writes the files of demo works, in a thread of its own without it. */
  readonly writeSamples?: WriteSamples | undefined
  readonly avifQueue: AvifQueue
  readonly spoken: SpokenIndex
  /** Calls the listener once lists contain works that changed. Returns a function that stops it. */
  readonly followWorks: (listener: (keys: readonly number[] | 'all') => void) => () => void
  readonly log: Log
  readonly machine: Machine
  readonly backups: Backups
  readonly folders: Folders
  readonly oldUploads: OldUploads
  /** The address at which browsers are said to reach this server. */
  readonly publicUrl: string | undefined
  /** The tasks run once they are started. */
  readonly tasks: Tasks
  /** It watches once it is started. */
  readonly storageWatch: StorageWatch
  /** The change numbers, if other servers may write to the same database. */
  readonly changes: ChangeNumbers | undefined
  /** Call it at each request that somebody waits for. */
  readonly served: () => void
  /** The threads that take requests; undefined where there is one. */
  readonly threads: Threads | undefined
  readonly close: () => Promise<void>
}

export const createDeps = (
  config: Config,
  { log, metrics }: Pick<Opened, 'log' | 'metrics'>,
  group?: ThreadGroup,
): Promise<Deps> => openOver(config, { log, metrics }, (opened) => openDeps({ ...opened, group }))

export interface Opened {
  /** Migrated; closed with everything else. */
  readonly database: Database
  readonly dataFolder: string
  /** Says why tasks and caches are to write nothing; they always may without it. */
  readonly isShort?: ShortOfSpace
  /** Bounds of caches in the data folder; the usual ones without them. */
  readonly cacheBytes?: CacheBounds
  /** `backups` in the data folder without it. */
  readonly backupFolder?: string
  /** Replaces the file in the data folder. */
  readonly secretKey?: string | undefined
  /** The folders below which storages of this machine may lie; anywhere without it. */
  readonly storageRoots?: readonly string[] | undefined
  /** The path of a trusted proxy by which it sends files of this machine itself; nobody but us does without it. */
  readonly accelRedirect?: string | undefined
  /** The proxies that are trusted, besides those of this machine. */
  readonly trustedProxies?: readonly string[]
  /** The program that converts sounds: a path, or a name on PATH; `ffmpeg` without it. */
  readonly ffmpegPath?: string | undefined
  readonly log: Log
  /** Nothing is counted without it. */
  readonly metrics?: Metrics | undefined
  /** Returns the clock of the database without it. */
  readonly now?: () => Date
  readonly publicUrl?: string | undefined
  /** How people sign in by a provider, where its environment says so. */
  readonly oidc?: FixedOidc | undefined
  /** The header in which trusted proxies say who calls; nobody is believed without it. */
  readonly proxyUserHeader?: string | undefined
  /** The secret that these proxies send with it. */
  readonly proxySecret?: string | undefined
  /** The apps by which providers of drives know this server, where its environment says so. */
  readonly driveApps?: FixedApps | undefined
  readonly drivePlacements?: AppPlacements | undefined
  /** The address for tests: all providers of drives at one address. */
  readonly driveGateway?: string | undefined
  /** Whether the server is meant for other machines; false if absent. */
  readonly isPublished?: boolean
  /** The cost of a guess at a password; the usual without it, and next to nothing in tests. */
  readonly passwordCost?: PasswordCost
  /** Other work than the server's own; tests bring theirs. */
  readonly taskKinds?: TaskKinds
  /** Makes generations of the index, in a thread of its own without it. */
  readonly build?: Build
  /** Runs scans, each in a thread of its own without it. */
  readonly runScan?: RunScan | undefined
  /** Other threads take requests as well, and this is the first of them. */
  readonly group?: ThreadGroup | undefined
  /** This is a thread beside the first. */
  readonly member?: Membership | undefined
}

export async function openDeps(opened: Opened): Promise<Deps> {
  const { database, log, metrics, group, member, isPublished = false } = opened
  const base = await openBase(opened)
  const { now, vault, site, network, files } = base
  const linked = await openLinked(database, vault)
  const threadCount = (group ?? member)?.count
  const accounts = await openAccounts(database, { ...opened, ...network, now, site, vault, threadCount })
  const streams = watchedStreams(accounts.sessions, now)
  const machine = openMachine({ ...opened, ...files })
  const foreground = createForeground(database)
  const works = await openWorks({ ...opened, now }, { ...linked, ...accounts, site, streams, foreground })
  const shares = createShares({ db: database.read, site, now, ...linked, ...works })
  const work = await openWork(opened, base)
  const parts = { database, now, streams, machine, ...works, ...work.parts }
  if (metrics) (member ? observeStreams : observeParts)(metrics, parts)
  return {
    db: database.read,
    write: database.write,
    findPerson: accounts.sessions.find,
    ...{ site, vault, isPublished, log, shares },
    findLent: shares.findLent,
    ...linked,
    ...accounts,
    ...files,
    ...network,
    ...parts,
    changes: changesOf({ ...parts, vault }),
    served: foreground.served,
    threads: group ?? member,
    close: async () => {
      await work.end()
      await machine.close()
      await Promise.all([works.catalogue.close(), works.spoken.close()])
      await work.close()
      await accounts.audit.recorded()
      await database.close()
    },
  }
}

const changesOf = ({
  database,
  catalogue,
  vault,
}: Pick<Deps, 'database' | 'catalogue' | 'vault'>): Deps['changes'] =>
  database.dialect.name === 'postgres'
    ? {
        seq: catalogue.seq,
        followed: catalogue.followed,
        latest: () => latestSeq(database.read),
        appends: countAppends,
        vault,
      }
    : undefined

type Linked = Pick<Deps, 'links' | 'secret' | 'epoch' | 'signCover' | 'readCover' | 'findAge'>

async function openLinked({ read, write }: Database, vault: Vault): Promise<Linked> {
  const links = await openLinks(write, vault)
  const { secret, epoch, signCover, readCover } = links
  return { links, secret, epoch, signCover, readCover, findAge: findAgeIn(read) }
}

/** Ended when what is known of a person, or of this server, no longer allows them. */
function watchedStreams(sessions: Sessions, now: () => Date): OpenStreams {
  const streams = createOpenStreams(now)
  sessions.onForgotten(streams.recheck)
  return streams
}

export type OpenedNow = Opened & { readonly now: () => Date }

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
