/** The personal parts of the home page, as keys of works. Nothing here is cached. */

import { openFilter, type Viewer } from '@koedana/catalogue/model/query.ts'
import type { SimilarWork } from '@koedana/catalogue/similar/similar-works.ts'
import type { Home } from '@koedana/contract/home-page.ts'
import type { EntityKind, ViewerFilters } from '@koedana/contract/values.ts'
import type { Context } from '../../http/context.ts'
import { createFairYield } from '../../lib/fair-yield.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import { hourMs } from '../progress/hours.rules.ts'
import { listHours, listTopWorks } from '../progress/hours.store.ts'
import { findContinued, type ProgressSources } from '../progress/progress.use-cases.ts'
import { listViews } from '../views/views.use-cases.ts'
import { runCountQueued } from '../works/count-queue.ts'
import type { WorkSources } from '../works/viewers.ts'
import { type CountedSet, incompleteSets, nearestFirst, selectShownWorks } from './home.rules.ts'
import { byTaste, tasteOf } from './taste.rules.ts'

export type PersonalRowSources = WorkSources & ProgressSources & Parameters<typeof listViews>[0]

export interface HomeRequest {
  readonly choices: ViewerFilters
  readonly viewer: Viewer
  readonly context: Context
  readonly nowMs: number
}

const shownTonight = 5
const knownStates = { progress: ['listening', 'finished', 'postponed'] } as const

/** Runs each part in its own task, so that the event loop can serve other requests in between. */
const yieldInTurn = createFairYield()

export async function runInOwnTask<T>(makePart: () => Promise<T>): Promise<T> {
  await yieldInTurn()
  return makePart()
}

/** Reads the works to continue, and the data from which other rows are made. */
export async function readPersonalData(
  sources: PersonalRowSources,
  { choices, context, nowMs }: HomeRequest,
) {
  const [lately, views, hours, [known]] = await Promise.all([
    runInOwnTask(() => findContinued(sources, { count: shownTonight, choices }, context)),
    runInOwnTask(() => listViews(sources, context)),
    runInOwnTask(() => readWeek(sources, context, nowMs)),
    runInOwnTask(() => sources.findPersonalSets({ progress: [...knownStates.progress] }, context)),
  ])
  return { ...lately, views, hours, known: known?.keys ?? new Set<number>() }
}

const weekHours = 8 * 24

async function readWeek(
  { db, visibleWorks }: PersonalRowSources,
  context: Context,
  nowMs: number,
): Promise<NonNullable<Home['own']>['hours']> {
  const to = Math.floor(nowMs / hourMs)
  const rows = await listHours(db, { userKey: requirePerson(context).userKey, from: to - weekHours, to })
  const visible = await visibleWorks([...new Set(rows.map(({ work_key }) => work_key))], context)
  const sums = new Map<number, number>()
  for (const { work_key, hour, listened_ms } of rows) {
    if (visible.has(work_key)) sums.set(hour, (sums.get(hour) ?? 0) + listened_ms / 1000)
  }
  return [...sums].map(([hour, seconds]) => ({ hour, seconds }))
}

export interface FilledSet extends CountedSet {
  readonly keys: readonly number[]
}

const maxSets = 3

/** Returns incomplete sets, of which no work is claimed by another row. */
export async function findIncompleteSets(
  { catalogue }: PersonalRowSources,
  viewer: Viewer,
  claimed: ReadonlySet<number>,
): Promise<FilledSet[]> {
  const current = catalogue.current()
  const counted: CountedSet[] = []
  for (const kind of ['series', 'makers'] as const) {
    const { owned, all } = await runCountQueued(() => current.countBothInSteps(kind, viewer))
    await yieldInTurn()
    counted.push(...incompleteSets(kind, owned, all))
  }
  const found: FilledSet[] = []
  const taken = new Set(claimed)
  for (const set of nearestFirst(counted).slice(0, 4 * maxSets)) {
    if (found.length === maxSets) break
    await yieldInTurn()
    const listed = (filter: object) => current.list({ ...worksOf(set), ...filter }, viewer).keys
    const all = listed({})
    const owned = new Set(listed({ inLibrary: true }))
    // If the library has another edition than the one shown, the missing works cannot be determined.
    if (all.filter((key) => !owned.has(key)).length !== set.total - set.owned) continue
    const keys = selectShownWorks(all, owned)
    if (keys.some((key) => taken.has(key))) continue
    for (const key of keys) taken.add(key)
    found.push({ ...set, keys })
  }
  return found
}

const worksOf = ({ kind, key, total }: CountedSet) => ({
  ...openFilter,
  included: [{ kind, keys: [key], match: 'any' as const }],
  sort: 'releaseDateAsc' as const,
  seed: 0,
  period: 'all' as const,
  offset: 0,
  limit: total,
})

export interface SuggestedWorks {
  /** The finished work to which the others are similar. */
  readonly key: number
  readonly works: readonly SimilarWork[]
}

const maxSeeds = 3
const similarWorkCount = 48
const minSuggestions = 4
const maxPlayed = 100
/** The maximum number of works whose visibility is checked; more than people play within that time. */
const maxLookedAt = 1_000
const tasteDays = 90
const tasteKinds: readonly EntityKind[] = ['makers', 'series', 'artists', 'genres']

/** Finds works that are similar to the last finished work and new to the user. */
export async function findSuggested(
  sources: PersonalRowSources,
  { viewer, context, nowMs }: HomeRequest,
  { finished, known }: Pick<Awaited<ReturnType<typeof readPersonalData>>, 'finished' | 'known'>,
): Promise<SuggestedWorks | undefined> {
  if (finished.length === 0) return undefined
  const taste = await tasteFor(sources, context, nowMs)
  const current = sources.catalogue.current()
  for (const key of finished.slice(0, maxSeeds)) {
    await yieldInTurn()
    const alike = current.similarWorks({ key, filter: openFilter, limit: similarWorkCount }, viewer)
    const fresh = alike.filter((work) => !known.has(work.key) && work.shared.length > 0)
    if (fresh.length < minSuggestions) continue
    await yieldInTurn()
    return {
      key,
      works: byTaste(
        fresh.map((work) => ({ ...work, entities: entitiesOf(current, work.key) })),
        taste,
      ),
    }
  }
  return undefined
}

/** Computes the taste from works that the user may see now. Hidden works must not influence it. */
async function tasteFor(
  { db, catalogue, visibleWorks }: PersonalRowSources,
  context: Context,
  nowMs: number,
) {
  const from = Math.floor(nowMs / hourMs) - tasteDays * 24
  const heard = await listTopWorks(db, { userKey: requirePerson(context).userKey, from, count: maxLookedAt })
  const seen: typeof heard = []
  for (let at = 0; at < heard.length && seen.length < maxPlayed; at += maxPlayed) {
    const some = heard.slice(at, at + maxPlayed)
    const visible = await visibleWorks(
      some.map(({ workKey }) => workKey),
      context,
    )
    seen.push(...some.filter(({ workKey }) => visible.has(workKey)))
  }
  const current = catalogue.current()
  return tasteOf(
    seen
      .slice(0, maxPlayed)
      .map(({ workKey, seconds }) => ({ seconds, entities: entitiesOf(current, workKey) })),
  )
}

const entitiesOf = (current: ReturnType<WorkSources['catalogue']['current']>, key: number) =>
  tasteKinds.flatMap((kind) => (current.entitiesOf(kind, key) ?? []).map((entity) => ({ kind, key: entity })))
