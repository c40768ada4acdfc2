/** GET /home: sizes and three rows of works in one call. */
import type { WorkFilter, WorkSort } from '@koedana/contract/filters.ts'
import type { getHome } from '@koedana/contract/home.ts'
import type { Period } from '@koedana/contract/values.ts'
import type { Handler } from '../../http/context.ts'
import { joinItems, jsonBytes } from '../../http/json-bytes.ts'
import { listCards } from '../works/list-cards.ts'
import type { WorkSources } from '../works/sources.ts'

const rowLength = 12
const defaultPeriod = 'monthly'

export function getHomeHandler(sources: WorkSources): Handler<typeof getHome> {
  return async ({ query: { period: askedPeriod = defaultPeriod, ...choices } }, context) => {
    const row = (sort: WorkSort, filter: WorkFilter = {}, period?: Period) =>
      listCards(
        sources,
        { filter: { ...filter, ...choices }, sort, period, offset: 0, limit: rowLength },
        context,
      )
    const hasGrown = sources.catalogue
      .current()
      .hasGrowth(askedPeriod, sources.viewers.viewer(context, choices))
    // While nothing is known to have grown, what sold most of all time.
    const period = hasGrown ? askedPeriod : 'all'
    const [latest, added, popular] = await Promise.all([
      row('releaseDateDesc'),
      row('recentlyAdded', { inLibrary: true }),
      row('popular', {}, period),
    ])
    const sizes = `"workCount":${latest.total},"libraryCount":${added.total},"popularPeriod":"${period}"`
    const rows = Object.entries({ latest, added, popular }).map(([name, { items }]) =>
      joinItems(`,"${name}":[`, items, ']'),
    )
    return jsonBytes(Buffer.concat([Buffer.from(`{${sizes}`), ...rows, Buffer.from('}')]))
  }
}
