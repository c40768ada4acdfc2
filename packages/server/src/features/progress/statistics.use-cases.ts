/** Listening time of one person by hours, works, makers and artists, for visible works only. */
import { Entity } from '@koedana/contract/entities.ts'
import type { Statistics } from '@koedana/contract/statistics.ts'

import * as v from 'valibot'
import type { Context } from '../../http/context.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import { hourMs } from './hours.rules.ts'
import { listFirstHours, listHours } from './hours.store.ts'
import type { ProgressSources } from './progress.use-cases.ts'

const maxHours = 400 * 24
const maxShown = 20
/** Makers and artists count only for the works with the most listening time, up to this number. */
const maxLookedAt = 2_000

const Credits = v.object({ maker: v.nullable(Entity), artists: v.array(Entity) })
type Credits = v.InferOutput<typeof Credits>

type Totals = Omit<Statistics, 'works'> & {
  /** Each is JSON that includes the card. */
  readonly works: readonly Buffer[]
}

export async function getStatistics(
  { db, visibleWorks, cards, viewers }: ProgressSources,
  { from, to }: { readonly from: string; readonly to: string },
  context: Context,
): Promise<Totals> {
  const { userKey } = requirePerson(context)
  // An hour belongs to the period in which it begins, so adjacent periods never share an hour, even in time zones with half-hour
  // offsets.
  const last = Math.ceil(Date.parse(to) / hourMs) - 1
  const first = Math.max(Math.ceil(Date.parse(from) / hourMs), last - maxHours + 1)
  const rows = await listHours(db, { userKey, from: first, to: last })
  const firsts = await listFirstHours(db, userKey)
  const visible = await visibleWorks(
    firsts.map(({ work_key }) => work_key),
    context,
  )
  const seen = rows.filter(({ work_key }) => visible.has(work_key))
  const byWork = sortByTime(sumBy(seen, ({ work_key }) => work_key))
  const found = await cards.find(
    byWork.slice(0, maxLookedAt).map(([key]) => key),
    viewers.cardView(context),
  )
  const heard = byWork.flatMap(([, seconds], at) => {
    const card = found[at]
    return card ? [{ card, seconds, credits: v.parse(Credits, JSON.parse(card.toString())) }] : []
  })
  const since = firsts.reduce(
    (first, { work_key, hour }) => (visible.has(work_key) ? Math.min(first, hour) : first),
    Number.POSITIVE_INFINITY,
  )
  return {
    since: since === Number.POSITIVE_INFINITY ? null : new Date(since * hourMs).toISOString(),
    hours: [...sumBy(seen, ({ hour }) => hour)].map(([hour, seconds]) => ({ hour, seconds })),
    workCount: byWork.length,
    works: heard
      .slice(0, maxShown)
      .map(({ card, seconds }) =>
        Buffer.concat([Buffer.from('{"work":'), card, Buffer.from(`,"seconds":${seconds}}`)]),
      ),
    makers: namedTotals(heard, ({ maker }) => (maker ? [maker] : [])),
    artists: namedTotals(heard, ({ artists }) => artists),
  }
}

type Row = Awaited<ReturnType<typeof listHours>>[number]

/** Sums by key in whole milliseconds, as stored, and returns seconds. */
function sumBy(rows: readonly Row[], keyOf: (row: Row) => number): Map<number, number> {
  const sums = new Map<number, number>()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.listened_ms)
  return new Map([...sums].map(([key, ms]) => [key, ms / 1000]))
}

const sortByTime = (sums: ReadonlyMap<number, number>) =>
  [...sums].sort(([one, a], [other, b]) => b - a || one - other)

interface HeardWork {
  readonly seconds: number
  readonly credits: Credits
}

function namedTotals(
  heard: readonly HeardWork[],
  namesOf: (credits: Credits) => readonly { readonly id: string; readonly name: string }[],
): Statistics['makers'] {
  const sums = new Map<string, { id: string; name: string; seconds: number }>()
  for (const { seconds, credits } of heard) {
    for (const { id, name } of namesOf(credits)) {
      sums.set(id, { id, name, seconds: seconds + (sums.get(id)?.seconds ?? 0) })
    }
  }
  return [...sums.values()]
    .sort((one, other) => other.seconds - one.seconds || (one.id < other.id ? -1 : 1))
    .slice(0, maxShown)
}
