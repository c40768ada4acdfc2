/** Ratings, states and notes for kikoeru apps, which are the marks of the user. */
import type { WorkMark } from '@koedana/contract/marks.ts'
import { saveMark as saveMarkEndpoint } from '@koedana/contract/marks.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { chunksOf } from '../../../db/statements.ts'
import type { WorkTable } from '../../../db/tables/catalogue.ts'
import type { Context } from '../../../http/context.ts'
import type { DoorRequest } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { listMarkRows, listPlayedRows } from '../../marks/marks.store.ts'
import { marksOf, saveMark } from '../../marks/marks.use-cases.ts'
import { findWorks } from '../../works/works.store.ts'
import { parseCard } from '../door-works.ts'
import { pageOf } from './query.rules.ts'
import { progressOf, stateOf } from './work.rules.ts'
import { type WorksSources, workIdFor, worksOf } from './works.ts'

/** GET /review: works that the user marked or played, most recent first. */
export async function listReviews(sources: WorksSources, { query }: DoorRequest, context: Context) {
  const { user } = requirePerson(context)
  const { page, pageSize } = pageOf(query)
  const found = await markedWorks(sources, query.filter ?? '', context)
  const sortValueOf = orderBy(query.order ?? '')
  const direction = query.sort === 'asc' ? 1 : -1
  const sorted = found.toSorted((one, other) => direction * compare(sortValueOf(one), sortValueOf(other)))
  const shown = sorted.slice((page - 1) * pageSize, page * pageSize)
  const view = sources.viewers.cardView(context)
  const cards = await sources.cards.get(
    shown.map(({ mark }) => workKeyOf(mark.id)),
    view,
  )
  const works = await worksOf(sources, cards.map(parseCard), context)
  const timeOf = new Map(shown.map(({ mark, atMs }) => [mark.id, new Date(atMs).toISOString().slice(0, 10)]))
  return {
    works: works.map((work) => ({
      ...work,
      user_name: user.username,
      updated_at: timeOf.get(work.source_id) ?? '',
    })),
    pagination: { currentPage: page, page, pageSize, totalCount: found.length },
  }
}

interface Marked {
  readonly mark: WorkMark
  readonly atMs: number
  readonly row: WorkTable | undefined
}

async function markedWorks(sources: WorksSources, filter: string, context: Context): Promise<Marked[]> {
  const { userKey, door } = requirePerson(context)
  const { db, catalogue, viewers } = sources
  const [marked, heard] = await Promise.all([listMarkRows(db, userKey), listPlayedRows(db, userKey)])
  const times = new Map<number, number>()
  const note = (key: number, ms: number) => times.set(key, Math.max(times.get(key) ?? 0, ms))
  for (const row of marked)
    note(row.work_key, Math.max(...[row.state_ms, row.rating_ms, row.note_ms].map(Number)))
  for (const row of heard) note(row.work_key, Number(row.finished_ms ?? row.play_started_ms))
  const visible = catalogue.current().visible([...times.keys()], viewers.viewer(context))
  const rows = await inChunks(visible, (keys) => findWorks(db, keys))
  const here = new Map(
    rows.filter((row) => row.in_library === 1 || door?.showsCatalogue).map((row) => [row.id, row]),
  )
  const keys = [...here.values()].map(({ key }) => key)
  const marks = await inChunks(keys, (chunk) => marksOf(sources, userKey, chunk))
  return marks
    .filter(({ progress, rating, note }) =>
      filter === '' ? (progress ?? rating) !== null || note !== '' : progressOf(progress) === filter,
    )
    .map((mark) => ({ mark, atMs: times.get(workKeyOf(mark.id)) ?? 0, row: here.get(mark.id) }))
}

/** Reads in chunks, since a statement has a maximum number of parameters, and users may have more marks. */
async function inChunks<T>(
  keys: readonly number[],
  read: (chunk: readonly number[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = []
  for (const chunk of chunksOf(keys, 10_000)) found.push(...(await read(chunk)))
  return found
}

const columns = {
  release: 'released_on',
  review_count: 'review_count',
  dl_count: 'sales',
  price: 'price',
} as const

/** Returns the sort value of each work; for an unknown order, the time of the mark. */
function orderBy(order: string): (marked: Marked) => string | number | null | undefined {
  if (order === 'userRating') return ({ mark }) => mark.rating
  const column = Object.entries(columns).find(([name]) => name === order)?.[1]
  return column ? ({ row }) => row?.[column] : ({ atMs }) => atMs
}

function compare(one: string | number | null | undefined, other: string | number | null | undefined): number {
  const [a, b] = [one ?? '', other ?? '']
  return a === b ? 0 : a < b ? -1 : 1
}

const Review = v.object({
  work_id: v.union([v.number(), v.string()]),
  rating: v.nullish(v.number()),
  review_text: v.nullish(v.string()),
  progress: v.nullish(v.string()),
})

/** PUT /review. The query names which part of the body to save: only the rating, only the state, or everything. */
export async function saveReview(sources: WorksSources, { query, body }: DoorRequest, context: Context) {
  const parsed = v.safeParse(Review, body)
  if (!parsed.success) throw new AppError('malformed')
  const { work_id, rating, review_text, progress } = parsed.output
  const id = await workIdFor(sources, String(work_id), context)
  const onlyStars = query.starOnly !== 'false' && query.progressOnly !== 'true'
  const onlyState = query.progressOnly === 'true'
  const state = progress && !onlyStars ? stateOf(progress) : null
  if (state === undefined) throw new AppError('malformed')
  const change = v.safeParse(saveMarkEndpoint.body, {
    ...(!onlyState && rating !== undefined && { rating: rating === 0 ? null : rating }),
    ...(!onlyStars && progress !== undefined && { progress: state }),
    ...(!onlyStars && !onlyState && review_text !== undefined && { note: review_text ?? '' }),
  })
  if (!change.success) throw new AppError('malformed')
  await saveMark(sources, { id, ...change.output }, context)
  return { message: 'OK' }
}

/** DELETE /review?work_id=: removes the state, the rating and the note. */
export async function deleteReview(sources: WorksSources, { query }: DoorRequest, context: Context) {
  const id = await workIdFor(sources, query.work_id ?? '', context)
  await saveMark(sources, { id, progress: null, rating: null, note: '' }, context)
  return { message: 'OK' }
}
