/**
 * GET /{kind} and GET /{kind}/{id}: entities with works that the viewer may see, ranked within any filter of works; and GET
 * /entity-letters/{kind}.
 */

import type { RankedKey, RankQuery } from '@koedana/catalogue/aggregate/ranks.ts'
import { isOpenFilter, type Viewer } from '@koedana/catalogue/model/query.ts'
import {
  defaultEntitySort,
  type EntitySort,
  type getEntity,
  type ListedEntity,
  type listEntities,
  type listEntityLetters,
} from '@koedana/contract/entities.ts'
import { ratingSorts } from '@koedana/contract/field-lists.ts'
import { defaultPageSize } from '@koedana/contract/values.ts'
import { toIndexFilter } from '../../domain/query.rules.ts'
import { hidesNothingMore } from '../../domain/viewer.rules.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import type { WorkSources } from '../works/viewers.ts'
import { findEntityKeysByText } from './find-by-name.ts'
import { lettersOf } from './letters.rules.ts'

type EntitySources = Pick<WorkSources, 'catalogue' | 'dictionary' | 'viewers' | 'findPersonalSets'>

export function listEntitiesHandler(sources: EntitySources): Handler<typeof listEntities> {
  const { catalogue, dictionary, viewers, findPersonalSets } = sources
  return async ({ params: { kind }, query }, context) => {
    const { q, sort = defaultEntitySort, page = 1, pageSize = defaultPageSize, ...filter } = query
    const within = await findPersonalSets(filter, context)
    const current = catalogue.current()
    const [viewer, unlimited] = [viewers.viewer(context, filter), viewers.belowCeiling(context)]
    const wanted = {
      kind,
      filter: toIndexFilter(filter, dictionary.findKey, within),
      textOf: dictionary.textOf(viewer),
    }
    const rank = (by: Viewer, part: Pick<RankQuery, 'sort' | 'offset' | 'limit'>) =>
      current.rankEntities(
        { ...wanted, ...part, only: findEntityKeysByText(current, kind, { text: q, viewer: by }) },
        by,
      )
    const ranked = rank(viewer, { sort, offset: (page - 1) * pageSize, limit: pageSize })
    const hidden = hidesNothingMore(viewer, unlimited)
      ? 0
      : rank(unlimited, { sort: defaultEntitySort, offset: 0, limit: 0 }).total - ranked.total
    // An ID in the filter that belongs to no visible entity must behave like an unknown ID.
    const isUnfiltered = isOpenFilter(toIndexFilter(filter, () => 0, within))
    const owned = isUnfiltered ? current.countOwned(kind, viewer) : null
    const items = ranked.items.flatMap((item): ListedEntity[] => {
      const entity = dictionary.findEntity(kind, item.key, viewer)
      if (!entity) return []
      const ownedCount = owned && (owned[item.key] ?? 0)
      return [{ ...entity, workCount: item.workCount, ownedCount, value: shownValue(item, sort) }]
    })
    return { items, total: ranked.total, page, pageSize, ...(hidden > 0 && { hidden }) }
  }
}

/** Returns where each letter begins in an alphabetical list, to navigate thousands of entities. */
export function listEntityLettersHandler(sources: EntitySources): Handler<typeof listEntityLetters> {
  const { catalogue, dictionary, viewers, findPersonalSets } = sources
  return async ({ params: { kind }, query: { q, ...filter } }, context) => {
    const within = await findPersonalSets(filter, context)
    const viewer = viewers.viewer(context, filter)
    const current = catalogue.current()
    const textOf = dictionary.textOf(viewer)
    const only = findEntityKeysByText(current, kind, { text: q, viewer })
    const query = { kind, filter: toIndexFilter(filter, dictionary.findKey, within), textOf, only }
    const { items } = current.rankEntities(
      { ...query, sort: 'nameAsc', offset: 0, limit: Number.POSITIVE_INFINITY },
      viewer,
    )
    return { letters: lettersOf(items.map(({ key }) => textOf(kind, key, 'reading'))) }
  }
}

export function getEntityHandler({
  catalogue,
  dictionary,
  viewers,
}: EntitySources): Handler<typeof getEntity> {
  return ({ params: { kind, id }, query }, context) => {
    const viewer = viewers.viewer(context, query)
    const key = dictionary.findKey(kind, id)
    const entity = key !== undefined && dictionary.findEntity(kind, key, viewer)
    const current = catalogue.current()
    const workCount = key === undefined ? 0 : current.countEntities(kind, viewer)[key]
    // An entity that has only hidden works is hidden too.
    if (!entity || !workCount) throw new AppError('notFound')
    return { ...entity, workCount, ownedCount: current.countOwned(kind, viewer)[key] ?? 0 }
  }
}

/** Converts a rank value to the units of the API. Returns null for times and names, which are not shown as numbers. */
function shownValue({ value }: RankedKey, sort: EntitySort): number | null {
  if (Number.isNaN(value) || sort.startsWith('recently') || sort === 'nameAsc') return null
  if (ratingSorts.includes(sort)) return Math.round(value) / 100
  return sort.startsWith('average') ? Math.round(value * 100) / 100 : value
}
