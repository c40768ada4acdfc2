/** GET /home: sizes and three rows of works in one call. */
import type { WorkFilter, WorkSort } from '@koedana/contract/filters.ts'
import type { getHome } from '@koedana/contract/home.ts'
import { type Handler, joinItems, jsonBytes } from '../../http/context.ts'
import { type Listed, listCards } from '../works/list-works.use-cases.ts'
import type { WorkSources } from '../works/viewers.ts'

const rowLength = 12
const defaultPeriod = 'monthly'

export function getHomeHandler(sources: WorkSources): Handler<typeof getHome> {
  return async ({ query: { period = defaultPeriod, ...choices } }, context) => {
    const row = (sort: WorkSort, filter: WorkFilter = {}) =>
      listCards(
        sources,
        { filter: { ...filter, ...choices }, sort, period, offset: 0, limit: rowLength },
        context,
      )
    const [latest, added, loved] = await Promise.all([
      row('releaseDateDesc'),
      row('recentlyAdded', { inLibrary: true }),
      row('popular'),
    ])
    const { items: popular, sold } = soldOnly(loved)
    const sizes = {
      workCount: latest.total,
      libraryCount: added.total,
      ...(latest.hidden > 0 && { hidden: latest.hidden }),
      popularPeriod: loved.popularity?.period ?? null,
      popularSold: sold,
    }
    const rows = Object.entries({ latest: latest.items, added: added.items, popular }).map(([name, items]) =>
      joinItems(`,"${name}":[`, items, ']'),
    )
    return jsonBytes(
      Buffer.concat([Buffer.from(JSON.stringify(sizes).slice(0, -1)), ...rows, Buffer.from('}')]),
    )
  }
}

/** The best come first: what follows one that did not sell did not either. */
function soldOnly({ items, popularity }: Listed) {
  const sold = popularity?.sold.filter((count) => count !== null && count > 0) ?? []
  return { items: items.slice(0, sold.length), sold }
}
