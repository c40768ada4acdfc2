import * as v from 'valibot'
import { Entity, RankedEntity } from './entities.ts'
import { filterEntries } from './filters.ts'
import { endpoint } from './kit/endpoint.ts'
import { EntityId, EntityKind, pageSize, WorkId } from './values.ts'
import { WorkCard } from './works.ts'

/** What two works share: an entity, or (`text`, without an ID) a substring of both titles. */
export const Reason = v.object({
  kind: v.picklist([...EntityKind.options, 'text']),
  ...v.partial(v.pick(Entity, ['id'])).entries,
  name: v.string(),
})
export type Reason = v.InferOutput<typeof Reason>

export const listSimilarWorks = endpoint({
  method: 'GET',
  path: '/works/:id/similar',
  access: 'public',
  rate: 'read',
  summary: 'List similar works',
  description: 'Works that share rare properties with this one, most similar first, with reasons.',
  params: v.object({ id: WorkId }),
  query: v.object({ ...filterEntries, limit: v.optional(pageSize) }),
  response: v.object({ items: v.array(v.object({ work: WorkCard, reasons: v.array(Reason) })) }),
})

export const listSimilarEntities = endpoint({
  method: 'GET',
  path: '/:kind/:id/similar',
  access: 'public',
  rate: 'read',
  summary: 'List similar entities',
  description: 'Entities of the same kind whose works share rare properties.',
  params: v.object({ kind: EntityKind, id: EntityId }),
  query: v.object({ ...filterEntries, limit: v.optional(pageSize) }),
  response: v.object({ items: v.array(v.object({ ...RankedEntity.entries, reasons: v.array(Reason) })) }),
})
