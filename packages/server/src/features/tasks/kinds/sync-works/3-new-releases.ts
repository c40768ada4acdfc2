/** Finds what came out since the last look, day by day: ids that nobody knows yet are wanted. */
import * as v from 'valibot'
import type { Database } from '../../../../db/open.ts'
import { findSetting, saveSetting } from '../../../../db/settings.store.ts'
import { findUnknown, wantRecords } from '../../../metadata/upkeep/records.store.ts'
import type { Phase, PhaseContext } from '../phases.ts'
import type { FetchList } from './fetch-list.ts'
import { dayInJapan, daysToRead } from './release-days.rules.ts'

export interface ListSources {
  readonly database: Database
  readonly fetchList: FetchList
}

export const newReleases = (sources: ListSources): Phase => ({
  name: 'newReleases',
  run: async (context) => {
    let state = v.is(State, context.state) ? context.state : await start(sources, context)
    while (state.days.length > 0) state = await readNextPage(sources, context, state)
  },
})

/** The days that are left, the first one from this page on; `broken` once a day could not be looked at. */
const State = v.object({ days: v.array(v.string()), page: v.number(), broken: v.boolean() })
type State = v.InferOutput<typeof State>

/** The setting that holds the day up to which all was looked at. */
const setting = 'newReleasesThrough'

async function start({ database }: ListSources, { job, only }: PhaseContext): Promise<State> {
  const through = await findSetting(database.read, setting)
  const days = only ?? daysToRead(through, dayInJapan(job.now()))
  return { days: [...days], page: 1, broken: only !== undefined }
}

/** Reads one page. Returns what is left. */
async function readNextPage(
  { database, fetchList }: ListSources,
  context: PhaseContext,
  state: State,
): Promise<State> {
  const { days, page, broken } = state
  const [day = '', ...further] = days
  context.job.at(day)
  const result = await fetchList({ kind: 'released', floor: 'home', day }, page)
  if (result.kind === 'fault') {
    const after = { days: further, page: 1, broken: true }
    const items = [{ item: day, thing: 'lists', outcome: 'failed', reason: result.reason } as const]
    await context.step(async () => ({ state: after, items }))
    return after
  }
  const { works = [], next } = result.kind === 'found' ? result.value : {}
  const ids = await findUnknown(
    database.read,
    works.map(({ id }) => id),
  )
  const after = next === undefined ? { days: further, page: 1, broken } : { ...state, page: next }
  await context.step(async (tx) => {
    await wantRecords(database, tx, ids)
    // A day that could not be looked at is looked at again the next time, with all that follow.
    if (next === undefined && !broken) await saveSetting(tx, setting, day)
    return { state: after }
  })
  return after
}
