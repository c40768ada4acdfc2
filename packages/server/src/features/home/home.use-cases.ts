/** Builds the home page of the caller. Every part follows the caller's policy, and each work appears in one row only. */
import { openFilter } from '@koedana/catalogue/model/query.ts'
import type { HomeLayout, HomeRow } from '@koedana/contract/home-page.ts'
import type { ViewerFilters } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import type { PageQuery } from '../../domain/query.rules.ts'
import type { Context } from '../../http/context.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import { findFollowedWorks } from '../follows/follows.use-cases.ts'
import { listKeys } from '../works/list-works.use-cases.ts'
import { arrangeRows, maxRowLength, nextVisit, readLayout, type Visit, writeLayout } from './home.rules.ts'
import { findHomePage, saveHomePage } from './home.store.ts'
import {
  findIncompleteSets,
  findSuggested,
  type HomeRequest,
  type PersonalRowSources,
  readPersonalData,
  runInOwnTask,
} from './personal-rows.ts'

export interface HomeSources extends PersonalRowSources {
  readonly write: Db
  readonly now: () => Date
}

/** The layout for visitors, who cannot change it. Rising works are the fewest, so their row chooses first. */
const visitorRows: readonly HomeRow[] = ['rising', 'latest', 'added']
/** The number of candidates per row: other rows may claim some of them. */
const candidatesPerRow = 3 * maxRowLength
const maxRising = 10

export type HomePage = Awaited<ReturnType<typeof makeHome>>

export async function makeHome(sources: HomeSources, choices: ViewerFilters, context: Context) {
  const { viewers, now } = sources
  const request = { choices, context, viewer: viewers.viewer(context, choices), nowMs: now().getTime() }
  const common = await findCommon(sources, request)
  const own = context.person ? await findPersonalRows(sources, request) : undefined
  const order = own ? own.layout.order.filter((row) => !own.layout.hidden.includes(row)) : visitorRows
  const { rising } = common
  const candidates = {
    latest: common.latest.keys,
    added: common.added.keys,
    rising: rising.keys,
    followed: own?.followed,
    because: own?.suggested?.works.map(({ key }) => key),
  }
  const arranged = arrangeRows(order, candidates, own?.claimed ?? [])
  const stands = (row: HomeRow) => {
    if (row === 'week') return own !== undefined
    return row === 'sets' ? (own?.sets.length ?? 0) > 0 : arranged.has(row)
  }
  return {
    ...common,
    own,
    arranged,
    viewer: request.viewer,
    order: order.filter(stands),
  }
}

async function findCommon(sources: HomeSources, request: HomeRequest) {
  const { choices, context } = request
  const listed = (page: Pick<PageQuery, 'sort' | 'filter'>) =>
    listKeys(sources, { ...page, offset: 0, limit: candidatesPerRow }, context)
  const [latest, added, rising] = await Promise.all([
    runInOwnTask(() => listed({ sort: 'releaseDateDesc', filter: choices })),
    runInOwnTask(() => listed({ sort: 'recentlyAdded', filter: { inLibrary: true, ...choices } })),
    runInOwnTask(() => findRising(sources, request)),
  ])
  return { latest, added, rising }
}

const risingPeriods = ['monthly', 'weekly', 'daily'] as const

/**
 * Returns works that sold in the longest period (up to a month) whose sales are known; all-time sales do not count. Works are sorted by
 * sales, so those without sales come last and are cut off.
 */
async function findRising(sources: HomeSources, { choices, context }: HomeRequest) {
  const page = { sort: 'popular', filter: choices, offset: 0, limit: maxRising + maxRowLength } as const
  for (const period of risingPeriods) {
    const { keys, popularityOf } = await listKeys(sources, { ...page, period }, context)
    const popularity = popularityOf(keys)
    if (popularity?.period !== period) continue
    const sold = popularity.sold.filter((count) => count !== null && count > 0)
    return { keys: keys.slice(0, sold.length), sold, period }
  }
  return { keys: [], sold: [], period: null }
}

async function findPersonalRows(sources: HomeSources, request: HomeRequest) {
  const { db, catalogue } = sources
  const { viewer, context, choices, nowMs } = request
  const page = await findHomePage(db, requirePerson(context).userKey)
  const layout = readLayout(page?.layout ?? '')
  const shows = (row: HomeRow) => !layout.hidden.includes(row)
  const mine = await readPersonalData(sources, request)
  const claimed = new Set(mine.continued.map(({ workKey }) => workKey))
  const sets = shows('sets') ? await findIncompleteSets(sources, viewer, claimed) : []
  for (const { keys } of sets) for (const key of keys) claimed.add(key)
  const { sinceMs } = nextVisit(visitIn(page), nowMs)
  const since = sinceMs === null ? undefined : ({ column: 'addedAt', after: sinceMs } as const)
  return {
    ...mine,
    layout,
    claimed,
    sets,
    followed: shows('followed') ? await runInOwnTask(() => findFollowedWorks(sources, choices, context)) : [],
    suggested: shows('because') ? await runInOwnTask(() => findSuggested(sources, request, mine)) : undefined,
    addedSince: since && {
      at: new Date(since.after).toISOString(),
      count: catalogue.current().count({ ...openFilter, inLibrary: true, since }, viewer),
    },
  }
}

const visitIn = (page: Awaited<ReturnType<typeof findHomePage>>): Visit | undefined =>
  page?.seen_ms == null
    ? undefined
    : { sinceMs: page.since_ms === null ? null : Number(page.since_ms), seenMs: Number(page.seen_ms) }

export async function saveHomeLayout(
  { write }: Pick<HomeSources, 'write'>,
  wanted: HomeLayout,
  context: Context,
): Promise<HomeLayout> {
  const layout = writeLayout(wanted)
  await saveHomePage(write, requirePerson(context).userKey, { layout })
  return readLayout(layout)
}

export async function visitHome({ write, now }: Pick<HomeSources, 'write' | 'now'>, context: Context) {
  const { userKey } = requirePerson(context)
  await write.transaction().execute(async (tx) => {
    const { sinceMs, seenMs } = nextVisit(visitIn(await findHomePage(tx, userKey)), now().getTime())
    await saveHomePage(tx, userKey, { since_ms: sinceMs, seen_ms: seenMs })
  })
}
