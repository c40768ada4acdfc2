/** GET /works/{id}/similar and GET /{kind}/{id}/similar: what is alike, and why. */
import type { listSimilarEntities, listSimilarWorks, Reason } from '@koedana/contract/similar.ts'
import type { EntityKind, Locale } from '@koedana/contract/values.ts'
import { normaliseWorkId, workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { Handler } from '../../http/context.ts'
import { joinItems, jsonBytes } from '../../http/json-bytes.ts'
import { AppError } from '../../lib/app-error.ts'
import { filterOf } from './query.rules.ts'
import type { WorkSources } from './sources.ts'

const defaultLimit = 12
const mostReasons = 3

export function listSimilarWorksHandler(sources: WorkSources): Handler<typeof listSimilarWorks> {
  const { catalogue, dictionary, viewers, cards } = sources
  return async ({ params, query: { limit = defaultLimit, ...filter } }, context) => {
    const { locale } = context
    const id = normaliseWorkId(params.id)
    const current = catalogue.current()
    if (!id || !current.isVisible(workKeyOf(id), viewers.viewer(context, filter)))
      throw new AppError('notFound')
    const asked = { key: workKeyOf(id), filter: filterOf(filter, dictionary.findKey), limit }
    const look = { locale, isVeiled: viewers.isVeiled(context, filter) }
    const found = current.similarWorks(asked, viewers.viewer(context, filter))
    const items: Buffer[] = []
    for (const { key, shared } of found) {
      // One by one, since a card may be gone meanwhile; all but the first time they come from memory.
      const [card] = await cards.get([key], look)
      const reasons = JSON.stringify(reasonsOf(sources, shared, locale))
      if (card) items.push(joinItems('{"work":', [card], `,"reasons":${reasons}}`))
    }
    return jsonBytes(joinItems('{"items":[', items, ']}'))
  }
}

export function listSimilarEntitiesHandler(sources: WorkSources): Handler<typeof listSimilarEntities> {
  const { catalogue, dictionary, viewers } = sources
  return ({ params: { kind, id }, query: { limit = defaultLimit, ...filter } }, context) => {
    const { locale } = context
    const key = dictionary.findKey(kind, id)
    const current = catalogue.current()
    const viewer = viewers.viewer(context, filter)
    if (key === undefined || !current.countEntities(kind, viewer)[key]) throw new AppError('notFound')
    const found = current.similarEntities(
      { kind, key, filter: filterOf(filter, dictionary.findKey), limit },
      viewer,
    )
    const items = found.flatMap(({ key: other, workCount, shared }) => {
      const entity = dictionary.findEntity(kind, other, locale)
      return entity ? [{ ...entity, workCount, reasons: reasonsOf(sources, shared, locale) }] : []
    })
    return { items }
  }
}

function reasonsOf(
  { dictionary }: WorkSources,
  shared: readonly { readonly kind: EntityKind; readonly key: number }[],
  locale: Locale,
): Reason[] {
  const reasons = shared.flatMap(({ kind, key }): Reason[] => {
    const entity = dictionary.findEntity(kind, key, locale)
    return entity ? [{ kind, ...entity }] : []
  })
  return reasons.slice(0, mostReasons)
}
