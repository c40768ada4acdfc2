/** GET /works/{id}/similar and GET /{kind}/{id}/similar: what is alike, and why. */
import type { Viewer } from '@koedana/catalogue/model/query.ts'
import { unfold } from '@koedana/catalogue/text/unfold.rules.ts'
import type { listSimilarEntities, listSimilarWorks, Reason } from '@koedana/contract/similar.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { findWorkKey } from '@koedana/contract/work-id.rules.ts'
import { filterOf } from '../../domain/query.rules.ts'
import { type Handler, joinItems, jsonBytes } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import type { WorkSources } from './sources.ts'

const defaultLimit = 12
const mostReasons = 3

export function listSimilarWorksHandler(sources: WorkSources): Handler<typeof listSimilarWorks> {
  const { catalogue, dictionary, viewers, cards } = sources
  return async ({ params, query: { limit = defaultLimit, ...filter } }, context) => {
    const key = findWorkKey(params.id)
    const current = catalogue.current()
    const viewer = viewers.viewer(context, filter)
    if (key === undefined || !current.isVisible(key, viewer)) throw new AppError('notFound')
    const similarTo = { key, filter: filterOf(filter, dictionary.findKey), limit }
    const view = viewers.cardView(context, filter)
    const found = current.similarWorks(similarTo, viewer)
    const ready = await cards.find(
      found.map(({ key }) => key),
      view,
    )
    const items = found.flatMap(({ shared, substring }, at) => {
      const card = ready[at]
      if (!card) return []
      const reasons = [...textReason(card, substring), ...reasonsOf(sources, shared, viewer)].slice(
        0,
        mostReasons,
      )
      return joinItems('{"work":', [card], `,"reasons":${JSON.stringify(reasons)}}`)
    })
    return jsonBytes(joinItems('{"items":[', items, ']}'))
  }
}

export function listSimilarEntitiesHandler(sources: WorkSources): Handler<typeof listSimilarEntities> {
  const { catalogue, dictionary, viewers } = sources
  return ({ params: { kind, id }, query: { limit = defaultLimit, ...filter } }, context) => {
    const key = dictionary.findKey(kind, id)
    const current = catalogue.current()
    const viewer = viewers.viewer(context, filter)
    if (key === undefined || !current.countEntities(kind, viewer)[key]) throw new AppError('notFound')
    const found = current.similarEntities(
      { kind, key, filter: filterOf(filter, dictionary.findKey), limit, textOf: dictionary.textOf(viewer) },
      viewer,
    )
    const items = found.flatMap(({ key: other, workCount, shared }) => {
      const entity = dictionary.findEntity(kind, other, viewer)
      return entity
        ? [{ ...entity, workCount, reasons: reasonsOf(sources, shared, viewer).slice(0, mostReasons) }]
        : []
    })
    return { items }
  }
}

/** The reason in the spelling of the card's own title; nothing where only another form of the title has it. */
function textReason(card: Buffer, substring: string | undefined): Reason[] {
  const title = substring === undefined ? undefined : titleOf(card)
  const name = substring !== undefined && title !== undefined ? unfold(title, substring) : undefined
  return name === undefined ? [] : [{ kind: 'text', name }]
}

function titleOf(card: Buffer): string | undefined {
  const { title }: { title?: unknown } = JSON.parse(card.toString())
  return typeof title === 'string' ? title : undefined
}

function reasonsOf(
  { dictionary }: WorkSources,
  shared: readonly { readonly kind: EntityKind; readonly key: number }[],
  viewer: Viewer,
): Reason[] {
  return shared.flatMap(({ kind, key }): Reason[] => {
    const entity = dictionary.findEntity(kind, key, viewer)
    return entity ? [{ kind, ...entity }] : []
  })
}
