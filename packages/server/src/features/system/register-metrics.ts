/** Registers metrics about the parts of a server. The parts themselves do not know the metrics. */
import { allAges, openFilter, type Viewer } from '@koedana/catalogue/model/query.ts'
import { defaultLocale } from '@koedana/contract/values.ts'
import type { Database } from '../../db/open.ts'
import type { Metrics } from '../../lib/metrics.ts'
import type { Outbound } from '../../lib/outbound.ts'
import { OutboundError } from '../../lib/outbound-error.ts'
import type { Audit } from '../audit/audit.ts'
import type { Backups } from '../backup/backups.ts'
import type { OpenStreams } from '../library/media/open-streams.ts'
import type { LookupResult, LookupSource } from '../metadata/source.ts'
import type { Build } from '../works/index/build.ts'
import type { LiveCatalogue } from '../works/index/live-catalogue.ts'
import type { Machine } from './machine.ts'
import { countSessions, countTaskItems, countTasks, listStorageStates } from './system.store.ts'

export function observedOutbound(outbound: Outbound, metrics: Metrics): Outbound {
  const watch = async <T extends { readonly status: number }>(
    url: string,
    act: () => Promise<T>,
  ): Promise<T> => {
    const host = URL.canParse(url) ? new URL(url).hostname : 'none'
    try {
      const received = await act()
      metrics.outboundEnded(host, `${Math.floor(received.status / 100)}xx`)
      return received
    } catch (error) {
      metrics.outboundEnded(host, error instanceof OutboundError ? error.fault : 'failed')
      throw error
    }
  }
  return {
    get: (url, request) => watch(url, () => outbound.get(url, request)),
    send: (url, request) => watch(url, () => outbound.send(url, request)),
    stream: (url, request) => watch(url, () => outbound.stream(url, request)),
    close: outbound.close,
  }
}

export function observedMarketplace(source: LookupSource, metrics: Metrics): LookupSource {
  const seen = <T>(result: LookupResult<T>): LookupResult<T> => {
    metrics.marketplaceResponded(
      result.kind,
      result.kind === 'fault' && result.reason === 'marketplaceSilent',
    )
    return result
  }
  return {
    name: source.name,
    readRecord: async (id, signal) => seen(await source.readRecord(id, signal)),
    readNames: async (id, locale, signal) => seen(await source.readNames(id, locale, signal)),
    readNumbers: async (ids, signal) => {
      const results = await source.readNumbers(ids, signal)
      for (const result of results.values()) seen(result)
      return results
    },
    readPage: async (wanted, page, signal) => seen(await source.readPage(wanted, page, signal)),
    readPicture: async (url, signal) => seen(await source.readPicture(url, signal)),
  }
}

export const observedAudit = (audit: Audit, metrics: Metrics): Audit => ({
  ...audit,
  record: (entry) => {
    if (entry.act !== 'administered') metrics.signInEnded(entry.act)
    return audit.record(entry)
  },
})

export const observedBuild =
  (build: Build, metrics: Metrics): Build =>
  async (location, wishes) => {
    const begun = performance.now()
    const built = await build(location, wishes)
    metrics.indexBuilt((performance.now() - begun) / 1_000)
    return built
  }

export interface ObservedParts {
  readonly database: Database
  readonly catalogue: LiveCatalogue
  readonly streams: OpenStreams
  readonly backups: Backups
  readonly machine: Machine
  readonly now: () => Date
}

/** Sees all works. These are totals, not a list for a user. */
const administrator: Viewer = { ages: allAges, excluded: [], locale: defaultLocale }
const works = { ...openFilter, editions: 'all' as const }

/** Registers metrics that are read from the server when they are scraped. */
export function observeParts(metrics: Metrics, parts: ObservedParts): void {
  observeIndex(metrics, parts)
  observeDatabase(metrics, parts)
  observeStreams(metrics, parts)
  const { machine, backups } = parts
  const gauge = (name: string, help: string, read: () => Promise<number> | number) =>
    metrics.observe({ name, help, read: async () => [{ value: await read() }] })
  gauge(
    'koedana_disk_free_bytes',
    'Room on the disk of the data folder.',
    async () => (await machine.disk()).free,
  )
  metrics.observe({
    name: 'koedana_last_backup_timestamp_seconds',
    help: 'Unix time of the newest backup; absent if there is none.',
    read: async () => {
      const newest = await backups.newest()
      return newest ? [{ value: newest.madeAt.getTime() / 1_000 }] : []
    },
  })
}

/** Registers the metrics that each thread of a server has separately. */
export function observeStreams(metrics: Metrics, { streams }: Pick<ObservedParts, 'streams'>): void {
  const read = () => [{ value: streams.count() }]
  metrics.observe({ name: 'koedana_media_streams', help: 'Audio files being sent.', read })
}

function observeIndex(metrics: Metrics, { catalogue }: ObservedParts): void {
  const gauge = (name: string, help: string, read: () => Promise<number> | number) =>
    metrics.observe({ name: `koedana_index_${name}`, help, read: async () => [{ value: await read() }] })
  gauge('works', 'Works in the index.', () => catalogue.current().count(works, administrator))
  gauge('bytes', 'Memory of its generation.', () => catalogue.state().size)
  gauge('change_seq', 'The last change that lists contain.', () => catalogue.state().seq)
  gauge(
    'behind_seconds',
    'How long changes have been waiting.',
    async () => (await catalogue.behindMs()) / 1_000,
  )
}

function observeDatabase(metrics: Metrics, { database, now }: ObservedParts): void {
  const { read: db, connections } = database
  metrics.observe({
    name: 'koedana_db_pool_connections',
    help: 'Connections to PostgreSQL; none with SQLite.',
    labels: ['state'],
    read: () => Object.entries(connections()).map(([state, value]) => ({ labels: { state }, value })),
  })
  metrics.observe({
    name: 'koedana_tasks',
    help: 'Tasks in the history, by kind and state.',
    labels: ['kind', 'status'],
    read: () => countTasks(db),
  })
  metrics.observe({
    name: 'koedana_task_items_total',
    help: 'Items that tasks in the history processed.',
    labels: ['kind', 'outcome'],
    read: () => countTaskItems(db),
  })
  metrics.observe({
    name: 'koedana_sessions',
    help: 'Active sessions.',
    read: async () => [{ value: await countSessions(db, now().toISOString()) }],
  })
  const storage = (name: string, help: string, of: (state: StorageState) => number | null) =>
    metrics.observe({
      name: `koedana_storage_${name}`,
      help,
      labels: ['storage'],
      read: async () =>
        (await listStorageStates(db)).flatMap((state) => {
          const value = of(state)
          return value === null ? [] : [{ labels: { storage: String(state.key) }, value }]
        }),
    })
  storage('up', '1 where its last look found a storage.', ({ isUp }) => Number(isUp))
  storage('free_bytes', 'Room in storages that say so.', ({ freeBytes }) => freeBytes)
}

type StorageState = Awaited<ReturnType<typeof listStorageStates>>[number]
