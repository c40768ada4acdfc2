/** GET /works/suggest: what is meant, while it is being typed. */
import { everything } from '@koedana/catalogue/model/query.ts'
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import { normaliseWorkId, workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { SuggestedEntity, suggest } from '@koedana/contract/works.ts'
import { type Handler, joinItems, jsonBytes } from '../../http/context.ts'
import { keysNamed } from '../entities/find-by-name.ts'
import { listCards } from './list-cards.ts'
import type { WorkSources } from './sources.ts'

const mostWorks = 6
const mostOfKind = 3

export function suggestHandler(sources: WorkSources): Handler<typeof suggest> {
  const { catalogue, dictionary, viewers } = sources
  return async ({ query: { q, ...choices } }, context) => {
    const current = catalogue.current()
    const viewer = viewers.viewer(context, choices)
    const id = normaliseWorkId(q)
    const jump = id !== undefined && current.isVisible(workKeyOf(id), viewer) ? id : null
    const suggestedOf = (kind: EntityKind): SuggestedEntity[] => {
      const only = keysNamed(current, kind, { text: q, viewer })
      if (!only || only.size === 0) return []
      const page = { offset: 0, limit: mostOfKind, only, textOf: dictionary.textOf(viewer) }
      const ranked = current.rankEntities(
        { kind, filter: everything, sort: 'workCountDesc', ...page },
        viewer,
      )
      return ranked.items.flatMap(({ key, workCount }) => {
        const entity = dictionary.findEntity(kind, key, viewer)
        return entity ? [{ kind, ...entity, workCount }] : []
      })
    }
    const isEmpty = q.trim() === ''
    const works = isEmpty
      ? []
      : (await listCards(sources, { filter: { q, ...choices }, offset: 0, limit: mostWorks }, context)).items
    const entities = entityKinds.flatMap(suggestedOf)
    const head = `{"jump":${JSON.stringify(jump)},"entities":${JSON.stringify(entities)},"works":[`
    return jsonBytes(joinItems(head, works, ']}'))
  }
}
