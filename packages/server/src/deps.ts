/** Creates everything that a process needs: one that handles requests, or one that only runs tasks. */
import type { Config } from './config.ts'
import { countAppends, latestSeq, watchChanges } from './db/changes.ts'
import { createForeground } from './db/foreground.ts'
import type { Database } from './db/open.ts'
import type { Db } from './db/schema.ts'
import type { OidcOverrides } from './domain/oidc.rules.ts'
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
import { observeParts, observeStreams } from './features/system/register-metrics.ts'
import type { TaskKinds } from './features/tasks/run/runner.ts'
import type { Tasks } from './features/tasks/tasks.ts'
import type { Build } from './features/works/index/build.ts'
import { findAgeIn } from './features/works/index/load-rows.store.ts'
import type { WorkSources } from './features/works/viewers.ts'
import type { ChangeNumbers } from './http/read-your-writes.ts'
import type { CacheLimits, SpaceShortageCheck } from './lib/free-space.ts'
import type { Log } from './lib/log.ts'
import type { Metrics } from './lib/metrics.ts'
import type { PasswordCost } from './lib/password.ts'
import type { Vault } from './lib/vault.ts'
import { type Accounts, openAccounts } from './open-accounts.ts'
import { type LinkedDrives, type Network, openBase, openWithDatabase } from './open-base.ts'
import { openTaskRunner } from './open-tasks.ts'
import { openWorks } from './open-works.ts'
import type { ThreadGroup } from './threads/group.ts'
import type { Membership } from './threads/membership.ts'
import type { Threads } from './threads/messages.ts'

export interface Deps extends WorkSources, MediaSources, Network, LinkedDrives, Accounts {
  readonly write: Db
  readonly database: Database
  /** A connection for background work and long statements. */
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
  /** Writes the files of demo works. Defaults to a separate thread. */
  readonly writeSamples?: WriteSamples | undefined
  readonly avifQueue: AvifQueue
  readonly spoken: SpokenIndex
  /** Calls the listener when lists contain the changed works. Returns a function that stops it. */
  readonly followWorks: (listener: (keys: readonly number[] | 'all') => void) => () => void
  readonly log: Log
  readonly machine: Machine
  readonly backups: Backups
  readonly folders: Folders
  readonly oldUploads: OldUploads
  readonly publicUrl: string | undefined
  readonly tasks: Tasks
  readonly storageWatch: StorageWatch
  /** Change numbers, if other nodes may write to the same database. */
  readonly changes: ChangeNumbers | undefined
  readonly served: () => void
  /** The request threads; undefined if there is only one. */
  readonly threads: Threads | undefined
  readonly close: () => Promise<void>
}

export const createDeps = (
  config: Config,
  { log, metrics }: Pick<DepsOptions, 'log' | 'metrics'>,
  group?: ThreadGroup,
): Promise<Deps> => openWithDatabase(config, { log, metrics }, (opened) => openDeps({ ...opened, group }))

export interface DepsOptions {
  /** Migrated. It is closed with everything else. */
  readonly database: Database
  readonly dataFolder: string
  /** Reports why tasks and caches must not write; they always may without it. */
  readonly isShort?: SpaceShortageCheck
  readonly cacheBytes?: CacheLimits
  /** Defaults to `backups` in the data folder. */
  readonly backupFolder?: string
  /** Replaces the key file in the data folder. */
  readonly secretKey?: string | undefined
  readonly storageRoots?: readonly string[] | undefined
  /** The internal path by which a trusted proxy sends local files itself. Without it, this server sends them. */
  readonly accelRedirect?: string | undefined
  /** Trusted proxies other than those on this machine. */
  readonly trustedProxies?: readonly string[]
  /** The converter program: a path, or a name on PATH. Defaults to `ffmpeg`. */
  readonly ffmpegPath?: string | undefined
  readonly log: Log
  /** Metrics are not collected without it. */
  readonly metrics?: Metrics | undefined
  /** Defaults to the clock of the database. */
  readonly now?: () => Date
  readonly publicUrl?: string | undefined
  /** Overrides from the environment for login through a provider. */
  readonly oidc?: OidcOverrides | undefined
  /** The header in which trusted proxies send the username. Without it, no proxy login. */
  readonly proxyUserHeader?: string | undefined
  readonly proxySecret?: string | undefined
  /** OAuth clients of drive providers from the environment. */
  readonly driveApps?: FixedApps | undefined
  readonly drivePlacements?: AppPlacements | undefined
  /** For tests: one URL that replaces all drive providers. */
  readonly driveGateway?: string | undefined
  /** Whether the server is meant for other machines; false by default. */
  readonly isPublished?: boolean
  /** The cost of password hashing; minimal in tests. */
  readonly passwordCost?: PasswordCost
  /** Replaces the server's task kinds in tests. */
  readonly taskKinds?: TaskKinds
  /** Builds generations of the index. Defaults to a separate thread. */
  readonly build?: Build
  /** Runs scans. Defaults to a separate thread for each. */
  readonly runScan?: RunScan | undefined
  /** Set in the first of several request threads. */
  readonly group?: ThreadGroup | undefined
  /** Set in the other threads. */
  readonly member?: Membership | undefined
}

export async function openDeps(opened: DepsOptions): Promise<Deps> {
  const { database, log, metrics, group, member, isPublished = false } = opened
  const base = await openBase(opened)
  const { now, vault, site, network, files } = base
  const linked = await openLinkDeps(database, vault)
  const threadCount = (group ?? member)?.count
  const accounts = await openAccounts(database, { ...opened, ...network, now, site, vault, threadCount })
  const streams = createCheckedStreams(accounts.sessions, now)
  const machine = openMachine({ ...opened, ...files })
  const foreground = createForeground(database)
  const works = await openWorks({ ...opened, now }, { ...linked, ...accounts, site, streams, foreground })
  const shares = createShares({ db: database.read, site, now, ...linked, ...works })
  const work = await openTaskRunner(opened, base)
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
    changes: changeNumbersOf({ ...parts, vault }),
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

const changeNumbersOf = ({
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

type LinkDeps = Pick<Deps, 'links' | 'secret' | 'epoch' | 'signCover' | 'readCover' | 'findAge'>

async function openLinkDeps({ read, write }: Database, vault: Vault): Promise<LinkDeps> {
  const links = await openLinks(write, vault)
  const { secret, epoch, signCover, readCover } = links
  return { links, secret, epoch, signCover, readCover, findAge: findAgeIn(read) }
}

/** Streams that end when a person or the server's settings no longer permit them. */
function createCheckedStreams(sessions: Sessions, now: () => Date): OpenStreams {
  const streams = createOpenStreams(now)
  sessions.onForgotten(streams.recheck)
  return streams
}

export type DepsOptionsWithClock = DepsOptions & { readonly now: () => Date }

export const createWorkerDeps = (config: Config, log: Log, metrics?: Metrics): Promise<WorkerDeps> =>
  openWithDatabase(config, { log, metrics }, openWorkerDeps)

/** The parts of a process without requests: it has no index, only what tasks need. */
export type WorkerDeps = Pick<
  Deps,
  'database' | 'write' | 'background' | 'now' | 'log' | 'tasks' | 'storageWatch' | 'close'
>

export async function openWorkerDeps(opened: DepsOptions): Promise<WorkerDeps> {
  const { database, log } = opened
  const base = await openBase(opened)
  const work = await openTaskRunner(opened, base)
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

/** Reads the server's settings again after any change, one read at a time. */
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
