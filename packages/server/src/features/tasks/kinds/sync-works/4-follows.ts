/** Reads the lists of followed makers, series and artists. New IDs are wanted. */
import * as v from 'valibot'
import { findUnknown, wantRecords } from '../../../metadata/upkeep/records.store.ts'
import type { Phase, PhaseContext } from '../phases.ts'
import type { ListSources } from './3-new-releases.ts'
import { type FollowedList, listFollowed } from './sync-candidates.store.ts'

export const followsPhase = (sources: ListSources): Phase => ({
  name: 'follows',
  run: async (context) => {
    const again = context.only && new Set(context.only)
    let state: State = v.is(State, context.state) ? context.state : { after: '', page: 1 }
    for (const followed of await listFollowed(sources.database.read)) {
      if (followed.item <= state.after || (again && !again.has(followed.item))) continue
      while (state.after < followed.item) state = await readNextPage(sources, context, { followed, state })
    }
  },
})

/** `after` is the last finished item, and `page` is the next page of the item after it. */
const State = v.object({ after: v.string(), page: v.number() })
type State = v.InferOutput<typeof State>

/** Reads one page. Further pages are read only while they have new works. */
async function readNextPage(
  { database, fetchList }: ListSources,
  context: PhaseContext,
  { followed, state }: { followed: FollowedList; state: State },
): Promise<State> {
  const { item, name, wanted } = followed
  const through = { after: item, page: 1 }
  context.job.at(name ?? item)
  const result = await fetchList(wanted, state.page)
  if (result.kind === 'fault') {
    const items = [{ item, name, thing: 'lists', outcome: 'failed', reason: result.reason } as const]
    await context.step(async () => ({ state: through, items }))
    return through
  }
  const { works = [], next } = result.kind === 'found' ? result.value : {}
  const ids = await findUnknown(
    database.read,
    works.map(({ id }) => id),
  )
  const after = next === undefined || ids.length === 0 ? through : { after: state.after, page: next }
  await context.step(async (tx) => {
    await wantRecords(database, tx, ids)
    return { state: after }
  })
  return after
}
