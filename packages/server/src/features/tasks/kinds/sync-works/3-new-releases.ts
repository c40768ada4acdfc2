/** Finds works released since the last run, day by day. New IDs are wanted. */
import * as v from 'valibot'
import type { Database } from '../../../../db/open.ts'
import { findSetting, saveSetting } from '../../../../db/settings.store.ts'
import { type Floor, floors } from '../../../metadata/source.ts'
import { findUnknown, wantRecords } from '../../../metadata/upkeep/records.store.ts'
import type { Phase, PhaseContext } from '../phases.ts'
import type { FetchList } from './fetch-list.ts'
import { dayInJapan, daysToRead } from './release-days.rules.ts'
import { listReleaseFloors } from './sync-candidates.store.ts'

export interface ListSources {
  readonly database: Database
  readonly fetchList: FetchList
}

export const newReleasesPhase = (sources: ListSources): Phase => ({
  name: 'newReleases',
  run: async (context) => {
    let state = v.is(State, context.state) ? context.state : await start(sources, context)
    while (state.days.length > 0) state = await readNextPage(sources, context, state)
  },
})

/**
 * `days` are the remaining lists, and `page` is the next page of the first one. `2026-08-22` is the list of `home`, and `2026-08-22
 * (girls)` one of another section. `broken` is true once a list could not be read.
 */
const State = v.object({ days: v.array(v.string()), page: v.number(), broken: v.boolean() })
type State = v.InferOutput<typeof State>

/** Setting with the last day whose lists were all read. */
const setting = 'newReleasesThrough'

async function start({ database }: ListSources, { job, only }: PhaseContext): Promise<State> {
  const through = await findSetting(database.read, setting)
  const shown = await listReleaseFloors(database.read)
  const days =
    only ??
    daysToRead(through, dayInJapan(job.now())).flatMap((day) =>
      shown.map((floor) => (floor === 'home' ? day : `${day} (${floor})`)),
    )
  return { days: [...days], page: 1, broken: only !== undefined }
}

/** Reads one page and returns the remaining state. */
async function readNextPage(
  { database, fetchList }: ListSources,
  context: PhaseContext,
  state: State,
): Promise<State> {
  const { days, page, broken } = state
  const [item = '', ...further] = days
  const { day, floor } = listOf(item)
  context.job.at(item)
  const result = await fetchList({ kind: 'released', floor, day }, page)
  if (result.kind === 'fault') {
    const after = { days: further, page: 1, broken: true }
    const items = [{ item, thing: 'lists', outcome: 'failed', reason: result.reason } as const]
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
    // A failed day is read again by the next run, together with all later days.
    const isDayOver = next === undefined && !further[0]?.startsWith(day)
    if (isDayOver && !broken) await saveSetting(tx, setting, day)
    return { state: after }
  })
  return after
}

function listOf(item: string): { readonly day: string; readonly floor: Floor } {
  const [day = '', name] = item.split(/ \(|\)/)
  return { day, floor: floors.find((floor) => floor === name) ?? 'home' }
}
