/** GET /works, GET /works/{id} and its cover. */
import type {
  getWork as getWorkEndpoint,
  listWorks as listWorksEndpoint,
  revealCover,
} from '@koedana/contract/works.ts'
import { type Handler, joinItems, jsonBytes } from '../../http/context.ts'
import type { Popularity } from './popularity.ts'
import type { WorkSources } from './sources.ts'
import { getCover, getWork, listWorks } from './works.use-cases.ts'

export function listWorksHandler(sources: WorkSources): Handler<typeof listWorksEndpoint> {
  return async ({ query }, context) => {
    const { sort, seed, period, page, pageSize, ...filter } = query
    const listed = await listWorks(sources, { filter, sort, seed, period, page, pageSize }, context)
    const { items, total, hidden, popularity } = listed
    const hiddenText = hidden > 0 ? `,"hidden":${hidden}` : ''
    const place = `"page":${listed.page},"pageSize":${listed.pageSize}`
    return jsonBytes(
      joinItems('{"items":[', items, `],"total":${total},${place}${hiddenText}${popularityOf(popularity)}}`),
    )
  }
}

const popularityOf = (popularity: Popularity | undefined) =>
  popularity
    ? `,"popularPeriod":${JSON.stringify(popularity.period)},"popularSold":${JSON.stringify(popularity.sold)}`
    : ''

export function getWorkHandler(sources: WorkSources): Handler<typeof getWorkEndpoint> {
  return ({ params, query }, context) => getWork(sources, { id: params.id, choices: query }, context)
}

export function revealCoverHandler(sources: WorkSources): Handler<typeof revealCover> {
  return async ({ params, query }, context) => ({
    cover: await getCover(sources, { id: params.id, choices: query }, context),
  })
}
