/** GET /admin/system: the state of this server. */
import { allAges, openFilter, type Viewer } from '@koedana/catalogue/model/query.ts'
import type { getAbout, getReady } from '@koedana/contract/about.ts'
import type { getIndex, getSystem, System } from '@koedana/contract/system-info.ts'
import { defaultLocale, type EntityKind } from '@koedana/contract/values.ts'
import { latestSeq } from '../../db/changes.ts'
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import { canVisitorsListen } from '../../domain/listening.rules.ts'
import { isOidcAvailable, isOnlyWay } from '../../domain/oidc.rules.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Log, type RecentError, recentErrorsOf } from '../../lib/log.ts'
import type { Backups } from '../backup/backups.ts'
import type { TrackConverter } from '../library/forms/forms.ts'
import type { OidcSettingsCache } from '../oidc/settings.ts'
import type { SiteSettings } from '../settings/site.ts'
import type { LiveCatalogue } from '../works/index/live-catalogue.ts'
import { about } from './about.ts'
import { adaptiveTtlCache } from './adaptive-ttl-cache.ts'
import type { Machine } from './machine.ts'
import { countAbsentTracks, countRows, countSessions, countUsers, readDatabaseState } from './system.store.ts'

interface SystemThreads {
  readonly count: number
  readonly errors: () => Promise<readonly RecentError[]>
  readonly state: () => Promise<{ readonly serving: number; readonly replaced: number }>
}

export interface SystemSources {
  readonly database: Database
  readonly catalogue: LiveCatalogue
  readonly machine: Machine
  readonly forms: Pick<TrackConverter, 'program'>
  readonly backups: Pick<Backups, 'newest'>
  readonly log: Log
  /** Undefined if a single thread handles all requests. */
  readonly threads: SystemThreads | undefined
  readonly now: () => Date
}

export function getSystemHandler(sources: SystemSources): Handler<typeof getSystem> {
  const { database, machine, forms, backups, log, threads } = sources
  const readRows = adaptiveTtlCache(() => countsOfRows(sources))
  return async () => {
    const [disk, backup, stored, index, rows] = await Promise.all([
      machine.disk(),
      backups.newest(),
      readDatabaseState(database),
      readIndexState(sources),
      readRows(),
    ])
    return {
      version: about.version,
      nodeVersion: process.version,
      platform: `${process.platform} ${process.arch}`,
      startedAt: new Date(performance.timeOrigin).toISOString(),
      uptime: Math.floor(process.uptime()),
      cpu: { ...machine.cpu(), ...(await cpuThreads(threads)) },
      memory: machine.memory(),
      disk,
      backup: backup ? { madeAt: backup.madeAt.toISOString(), size: backup.sizeBytes } : null,
      database: stored,
      index,
      counts: { ...countsOfWorks(sources), ...rows },
      ffmpeg: (await forms.program())?.version ?? null,
      recentErrors: [...(threads ? await threads.errors() : recentErrorsOf(log))],
    }
  }
}

/** GET /admin/index. */
export const getIndexHandler =
  ({ catalogue }: Pick<SystemSources, 'catalogue'>): Handler<typeof getIndex> =>
  async () => {
    const pendingWorks = await catalogue.pendingWorks()
    return { generation: catalogue.state().generation, pendingWorks }
  }

async function cpuThreads(threads: SystemThreads | undefined) {
  if (!threads) return { threads: 1, threadsServing: 1, threadsReplaced: 0 }
  const { serving, replaced } = await threads.state()
  return { threads: threads.count, threadsServing: serving, threadsReplaced: replaced }
}

/** Sees all works. These are totals, not a list for a user. */
const administrator: Viewer = { ages: allAges, excluded: [], locale: defaultLocale }
const works = { ...openFilter, editions: 'all' as const }

async function readIndexState({ catalogue, database }: SystemSources): Promise<System['index']> {
  const current = catalogue.current()
  const { generation, seq, size, kernel } = catalogue.state()
  const unread = Math.max(0, (await latestSeq(database.read)) - seq)
  return {
    works: current.count(works, administrator),
    generation,
    changesWaiting: current.deltaSize + unread,
    size,
    kernel,
  }
}

type Counts = System['counts']

function countsOfWorks({ catalogue }: SystemSources): Pick<Counts, 'works' | 'playableWorks'> {
  const current = catalogue.current()
  return {
    works: current.count(works, administrator),
    playableWorks: current.count({ ...works, inLibrary: true }, administrator),
  }
}

async function countsOfRows({
  database,
  now,
}: SystemSources): Promise<Omit<Counts, 'works' | 'playableWorks'>> {
  const db = database.read
  const [tracks, { missing, trashed }, people, sessions, entities] = await Promise.all([
    countRows(db, 'track'),
    countAbsentTracks(db),
    countUsers(db),
    countSessions(db, now().toISOString()),
    countEntities(db),
  ])
  return { tracks: tracks - missing - trashed, missingTracks: missing, ...entities, ...people, sessions }
}

async function countEntities(db: Db): Promise<Record<EntityKind, number>> {
  const [makers, series, artists, illustrators, genres] = await Promise.all([
    countRows(db, 'maker'),
    countRows(db, 'series'),
    countRows(db, 'artist'),
    countRows(db, 'illustrator'),
    countRows(db, 'genre'),
  ])
  return { makers, series, artists, illustrators, genres }
}

export interface AboutSources {
  readonly site: SiteSettings
  readonly oidcSite: OidcSettingsCache
  readonly hasProxySignIn: boolean
  readonly isPublished: boolean
}

/** GET /about. */
export function getAboutHandler({
  site,
  oidcSite,
  isPublished,
  hasProxySignIn,
}: AboutSources): Handler<typeof getAbout> {
  return (_request, context) => {
    const { registration, allowsGuests, visitorCeiling, marketplace } = site.current()
    const oidc = oidcSite.current()
    return {
      ...about,
      registration: isOnlyWay(oidc) ? 'closed' : registration,
      allowsGuests,
      visitorCeiling,
      visitorsMayListen: canVisitorsListen({ ...site.current(), isPublished }, context),
      asksMarketplace: marketplace.enabled,
      provider: isOidcAvailable(oidc) ? { label: oidc.label, isOnly: oidc.isOnly } : null,
      hasProxySignIn,
    }
  }
}

/** GET /health/ready. Until the read index is loaded, `http/startup-responder.ts` responds instead. */
export interface ReadySources {
  readonly catalogue: Pick<LiveCatalogue, 'behindMs'>
  readonly database: Pick<Database, 'isDamaged'>
}

/** If the index has not followed the change feed for this long, it counts as outdated. */
const maxBehindMs = 30_000
const tryAgainSeconds = 5

/**
 * Throws if the server is not ready. A database that does not respond leads to status 503. A database found corrupted stays unready
 * until it is reopened.
 */
export function getReadyHandler({ catalogue, database }: ReadySources): Handler<typeof getReady> {
  return async () => {
    if (database.isDamaged()) throw new AppError('databaseDamaged')
    if ((await catalogue.behindMs()) > maxBehindMs)
      throw new AppError('notReady', { retryAfterSeconds: tryAgainSeconds })
    return { ready: true as const }
  }
}
