/** GET /works, GET /works/{id} and its cover. */
import { defaultPageSize } from '@koedana/contract/rules.ts'
import { normaliseWorkId, workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { getWork, listWorks, revealCover } from '@koedana/contract/works.ts'
import type { Handler } from '../../http/context.ts'
import { joinItems, jsonBytes } from '../../http/json-bytes.ts'
import { AppError } from '../../lib/app-error.ts'
import { coverOf } from './card.rules.ts'
import { listCards } from './list-cards.ts'
import type { Popularity } from './popularity.ts'
import type { WorkSources } from './sources.ts'
import { veiled } from './veil.rules.ts'
import { isRowFor, readWork } from './work.ts'
import { findWorks } from './works.store.ts'

export function listWorksHandler(sources: WorkSources): Handler<typeof listWorks> {
  return async ({ query }, context) => {
    const { sort, seed, period, page = 1, pageSize = defaultPageSize, ...filter } = query
    const asked = { filter, sort, seed, period, offset: (page - 1) * pageSize, limit: pageSize }
    const { items, total, hidden, popularity } = await listCards(sources, asked, context)
    const told = hidden > 0 ? `,"hidden":${hidden}` : ''
    const tail = `],"total":${total},"page":${page},"pageSize":${pageSize}${told}${toldOf(popularity)}}`
    return jsonBytes(joinItems('{"items":[', items, tail))
  }
}

const toldOf = (popularity: Popularity | undefined) =>
  popularity
    ? `,"popularPeriod":${JSON.stringify(popularity.period)},"popularSold":${JSON.stringify(popularity.sold)}`
    : ''

export function getWorkHandler(sources: WorkSources): Handler<typeof getWork> {
  return async ({ params, query }, context) => {
    const id = normaliseWorkId(params.id)
    const viewer = sources.viewers.viewer(context, query)
    const work = id && (await readWork(sources, { key: workKeyOf(id), viewer, locale: context.locale }))
    if (!work) throw new AppError('notFound')
    return sources.viewers.isVeiled(context, query) ? veiled(work) : work
  }
}

/** With its signature, also where lists veil it. */
export function revealCoverHandler(sources: WorkSources): Handler<typeof revealCover> {
  const { db, catalogue, viewers, signCover } = sources
  return async ({ params, query }, context) => {
    const id = normaliseWorkId(params.id)
    const key = id === undefined ? undefined : workKeyOf(id)
    const viewer = viewers.viewer(context, query)
    if (key === undefined || !catalogue.current().isVisible(key, viewer)) throw new AppError('notFound')
    const [row] = await findWorks(db, [key])
    const cover = row && isRowFor(viewer, row) ? coverOf({ row, signCover }) : null
    if (!cover) throw new AppError('notFound')
    return { cover }
  }
}
