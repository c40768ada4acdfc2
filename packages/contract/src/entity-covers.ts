import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { EntityId, EntityKind, viewerFilterEntries } from './values.ts'
import { Cover } from './works.ts'

/** Maximum number of entities per request: each is a query of the index. */
export const maxMosaics = 24
export const maxMosaicCovers = 4

/** A cover with the ID of its work. As on cards, it has no signature if the viewer's policy hides it. */
export const MosaicCover = v.object({ workId: v.string(), ...Cover.entries })
export type MosaicCover = v.InferOutput<typeof MosaicCover>

export const listEntityCovers = endpoint({
  method: 'GET',
  path: '/entity-covers/:kind',
  access: 'public',
  rate: 'read',
  summary: 'Get covers for entities',
  description: 'Up to four covers each, from its best-selling visible works.',
  params: v.object({ kind: EntityKind }),
  query: v.object({
    ids: v.pipe(v.array(EntityId), v.maxLength(maxMosaics, 'listTooLong')),
    ...viewerFilterEntries,
  }),
  response: v.object({ items: v.array(v.object({ id: v.string(), covers: v.array(MosaicCover) })) }),
})
