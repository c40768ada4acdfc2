/** Makers, series, artists, illustrators and genres. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { EntityId, page, pageSize } from './rules.ts'
import { EntityKind } from './values.ts'

/** A name to show and an id to filter by. */
export const Entity = v.object({ id: v.string(), name: v.string() })
export type Entity = v.InferOutput<typeof Entity>

export const RankedEntity = v.object({ ...Entity.entries, workCount: v.number() })
export type RankedEntity = v.InferOutput<typeof RankedEntity>

export const entitySorts = ['workCountDesc', 'nameAsc'] as const

export const listEntities = endpoint({
  method: 'GET',
  path: '/:kind',
  access: 'public',
  rate: 'read',
  summary: 'Makers, series, artists, illustrators or genres that have works this viewer may see.',
  params: v.object({ kind: EntityKind }),
  query: v.object({
    /** Part of a name. */
    q: v.optional(v.pipe(v.string('textExpected'), v.maxLength(200, 'textTooLong'))),
    sort: v.optional(v.picklist(entitySorts, 'sortUnknown')),
    page: v.optional(page),
    pageSize: v.optional(pageSize),
  }),
  answer: v.object({
    items: v.array(RankedEntity),
    total: v.number(),
    page: v.number(),
    pageSize: v.number(),
  }),
})

export const getEntity = endpoint({
  method: 'GET',
  path: '/:kind/:id',
  access: 'public',
  rate: 'read',
  summary: 'One maker, series, artist, illustrator or genre.',
  params: v.object({ kind: EntityKind, id: EntityId }),
  answer: RankedEntity,
})
