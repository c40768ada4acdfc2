/**
 * GET /works, covers of single works and what is alike, GET /works/suggest: what is meant, while it is being
 * typed; and GET /entity-covers/{kind}: what entities look like, by covers of their works.
 */

import { openFilter, type Viewer } from '@koedana/catalogue/model/query.ts'
import { unfold } from '@koedana/catalogue/text/unfold.rules.ts'
import { type listEntityCovers, type MosaicCover, maxMosaicCovers } from '@koedana/contract/entity-covers.ts'
import type { listSimilarEntities, listSimilarWorks, Reason } from '@koedana/contract/similar.ts'
import { type EntityKind, entityKinds, workIdOf } from '@koedana/contract/values.ts'
import type {
  listWorks as listWorksEndpoint,
  revealCover,
  SuggestedEntity,
  suggest,
} from '@koedana/contract/works.ts'
import { toIndexFilter } from '../../domain/query.rules.ts'
import { isAgeIn } from '../../domain/viewer.rules.ts'
import { type Handler, joinItems, jsonBytes } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { findEntityKeysByText } from '../entities/find-by-name.ts'
import { ageOf, coverOf } from './card.rules.ts'
import { bytesOfCard, joinCards, veilCover } from './card-record.ts'
import { titleOfCard } from './cards.ts'
import { listCards, listWorks, type Popularity } from './list-works.use-cases.ts'
import type { WorkSources } from './viewers.ts'
import { findCovers } from './works.store.ts'
import { getCover } from './works.use-cases.ts'

export function listWorksHandler(sources: WorkSources): Handler<typeof listWorksEndpoint> {
  return async ({ query }, context) => {
    const { sort, seed, period, page, pageSize, ...filter } = query
    const listed = await listWorks(sources, { filter, sort, seed, period, page, pageSize }, context)
    const { items, total, hidden, popularity } = listed
    const hiddenText = hidden > 0 ? `,"hidden":${hidden}` : ''
    const slice = `"page":${listed.page},"pageSize":${listed.pageSize}`
    const tail = `],"total":${total},${slice}${hiddenText}${popularityOf(popularity)}}`
    const { body, checksum } = joinCards('{"items":[', items, tail)
    return { ...jsonBytes(body), checksum }
  }
}

const popularityOf = (popularity: Popularity | undefined) =>
  popularity
    ? `,"popularPeriod":${JSON.stringify(popularity.period)},"popularSold":${JSON.stringify(popularity.sold)}`
    : ''

export function revealCoverHandler(sources: WorkSources): Handler<typeof revealCover> {
  return async ({ params, query }, context) => ({
    cover: await getCover(sources, { id: params.id, choices: query }, context),
  })
}

const defaultLimit = 12
const maxReasons = 3

/** GET /works/{id}/similar and GET /{kind}/{id}/similar: similar works and entities with reasons. */
export function listSimilarWorksHandler(sources: WorkSources): Handler<typeof listSimilarWorks> {
  const { catalogue, dictionary, viewers, cards, findPersonalSets } = sources
  return async ({ params, query: { limit = defaultLimit, ...filter } }, context) => {
    const within = await findPersonalSets(filter, context)
    const key = dictionary.findKey('works', params.id)
    const current = catalogue.current()
    const viewer = viewers.viewer(context, filter)
    if (key === undefined || !current.isVisible(key, viewer)) throw new AppError('notFound')
    const similarTo = { key, filter: toIndexFilter(filter, dictionary.findKey, within), limit }
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
        maxReasons,
      )
      return joinItems('{"work":', [card], `,"reasons":${JSON.stringify(reasons)}}`)
    })
    return jsonBytes(joinItems('{"items":[', items, ']}'))
  }
}

export function listSimilarEntitiesHandler(sources: WorkSources): Handler<typeof listSimilarEntities> {
  const { catalogue, dictionary, viewers, findPersonalSets } = sources
  return async ({ params: { kind, id }, query: { limit = defaultLimit, ...filter } }, context) => {
    const within = await findPersonalSets(filter, context)
    const key = dictionary.findKey(kind, id)
    const current = catalogue.current()
    const viewer = viewers.viewer(context, filter)
    if (key === undefined || !current.countEntities(kind, viewer)[key]) throw new AppError('notFound')
    const found = current.similarEntities(
      {
        kind,
        key,
        filter: toIndexFilter(filter, dictionary.findKey, within),
        limit,
        textOf: dictionary.textOf(viewer),
      },
      viewer,
    )
    const items = found.flatMap(({ key: other, workCount, shared }) => {
      const entity = dictionary.findEntity(kind, other, viewer)
      return entity
        ? [{ ...entity, workCount, reasons: reasonsOf(sources, shared, viewer).slice(0, maxReasons) }]
        : []
    })
    return { items }
  }
}

/** Returns the matching text in the spelling of the card's own title; empty if only another form of the title contains it. */
function textReason(card: Buffer, substring: string | undefined): Reason[] {
  const title = substring === undefined ? undefined : titleOfCard(card)
  const name = substring !== undefined && title !== undefined ? unfold(title, substring) : undefined
  return name === undefined ? [] : [{ kind: 'text', name }]
}

/** Converts shared entities to reasons for similarity. */
export function reasonsOf(
  { dictionary }: Pick<WorkSources, 'dictionary'>,
  shared: readonly { readonly kind: EntityKind; readonly key: number }[],
  viewer: Viewer,
): Reason[] {
  return shared.flatMap(({ kind, key }): Reason[] => {
    const entity = dictionary.findEntity(kind, key, viewer)
    return entity ? [{ kind, ...entity }] : []
  })
}

const maxWorks = 6
const maxPerKind = 3

export function suggestHandler(sources: WorkSources): Handler<typeof suggest> {
  const { catalogue, dictionary, viewers } = sources
  return async ({ query: { q, ...choices } }, context) => {
    const current = catalogue.current()
    const viewer = viewers.viewer(context, choices)
    const key = dictionary.findKey('works', q)
    const jump = key !== undefined && current.isVisible(key, viewer) ? workIdOf(key) : null
    const suggestedOf = (kind: EntityKind): SuggestedEntity[] => {
      const only = findEntityKeysByText(current, kind, { text: q, viewer })
      if (!only || only.size === 0) return []
      const page = { offset: 0, limit: maxPerKind, only, textOf: dictionary.textOf(viewer) }
      const ranked = current.rankEntities(
        { kind, filter: openFilter, sort: 'workCountDesc', ...page },
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
      : (await listCards(sources, { filter: { q, ...choices }, offset: 0, limit: maxWorks }, context)).items
    const entities = entityKinds.flatMap(suggestedOf)
    const head = `{"jump":${JSON.stringify(jump)},"entities":${JSON.stringify(entities)},"works":[`
    return jsonBytes(joinItems(head, works.map(bytesOfCard), ']}'))
  }
}

/** Works examined per entity, because some best sellers have no cover. */
const maxExamined = 12

type CoverSources = Pick<WorkSources, 'db' | 'catalogue' | 'dictionary' | 'viewers' | 'signCover'>

export function listEntityCoversHandler(sources: CoverSources): Handler<typeof listEntityCovers> {
  const { db, catalogue, dictionary, viewers, signCover } = sources
  return async ({ params: { kind }, query: { ids, ...choices } }, context) => {
    const viewer = viewers.viewer(context, choices)
    const current = catalogue.current()
    const bestOf = (id: string): readonly number[] => {
      const key = dictionary.findKey(kind, id)
      if (key === undefined) return []
      const included = [{ kind, keys: [key], match: 'any' as const }]
      const page = { sort: 'salesDesc', seed: 0, period: 'all', offset: 0, limit: maxExamined } as const
      return current.list({ ...openFilter, ...page, included }, viewer).keys
    }
    const best = new Map(ids.map((id) => [id, bestOf(id)]))
    const isVeiled = viewers.isVeiled(context, choices)
    const covers = new Map<number, MosaicCover>()
    for (const row of await findCovers(db, [...new Set([...best.values()].flat())])) {
      // The row may be newer than the index.
      if (!isAgeIn(viewer.ages, ageOf(row))) continue
      const plain = { ageCategory: ageOf(row), cover: coverOf({ row, signCover }) }
      const { cover } = isVeiled ? veilCover(plain) : plain
      if (cover) covers.set(row.key, { workId: row.id, ...cover })
    }
    const items = [...best].map(([id, keys]) => {
      return { id, covers: keys.flatMap((key) => covers.get(key) ?? []).slice(0, maxMosaicCovers) }
    })
    return { items }
  }
}
