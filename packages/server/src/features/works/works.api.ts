/** GET /works and GET /works/{id}. */
import { defaultPageSize } from '@koedana/contract/rules.ts'
import { normaliseWorkId, workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { getWork, listWorks } from '@koedana/contract/works.ts'
import type { Handler } from '../../http/context.ts'
import { joinItems, jsonBytes } from '../../http/json-bytes.ts'
import { AppError } from '../../lib/app-error.ts'
import { listCards } from './list-cards.ts'
import type { WorkSources } from './sources.ts'
import { readWork } from './work.ts'

export function listWorksHandler(sources: WorkSources): Handler<typeof listWorks> {
  return async ({ query }, context) => {
    const { sort, seed, period, page = 1, pageSize = defaultPageSize, ...filter } = query
    const asked = { filter, sort, seed, period, offset: (page - 1) * pageSize, limit: pageSize }
    const { items, total, hidden } = await listCards(sources, asked, context)
    const tail = `],"total":${total},"page":${page},"pageSize":${pageSize}${hidden > 0 ? `,"hidden":${hidden}` : ''}}`
    return jsonBytes(joinItems('{"items":[', items, tail))
  }
}

export function getWorkHandler(sources: WorkSources): Handler<typeof getWork> {
  return async ({ params, query }, context) => {
    const id = normaliseWorkId(params.id)
    const viewer = sources.viewers.viewer(context, query)
    const work = id && (await readWork(sources, { key: workKeyOf(id), viewer, locale: context.locale }))
    if (!work) throw new AppError('notFound')
    return work
  }
}
