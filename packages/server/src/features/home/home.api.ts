/** GET /home: sizes and three rows of works in one call. */
import type { WorkFilter, WorkSort } from '@koedana/contract/filters.ts'
import type { getHome } from '@koedana/contract/home.ts'
import type { Handler } from '../../http/context.ts'
import { joinItems, jsonBytes } from '../../http/json-bytes.ts'
import { listCards } from '../works/list-cards.ts'
import type { WorkSources } from '../works/sources.ts'

const rowLength = 12

export function getHomeHandler(sources: WorkSources): Handler<typeof getHome> {
  return async (_asked, { locale }) => {
    const row = (sort: WorkSort, filter: WorkFilter = {}) =>
      listCards(sources, { filter, sort, offset: 0, limit: rowLength }, locale)
    const [latest, added, popular] = await Promise.all([
      row('releaseDateDesc'),
      row('recentlyAdded', { inLibrary: true }),
      row('salesDesc'),
    ])
    const sizes = `"workCount":${latest.total},"libraryCount":${added.total}`
    const rows = Object.entries({ latest, added, popular }).map(([name, { items }]) =>
      joinItems(`,"${name}":[`, items, ']'),
    )
    return jsonBytes(Buffer.concat([Buffer.from(`{${sizes}`), ...rows, Buffer.from('}')]))
  }
}
