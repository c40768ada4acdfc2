import * as v from 'valibot'
import { filterEntries } from './filters.ts'
import { endpoint } from './kit/endpoint.ts'
import { averageSorts, totalSorts } from './number-lists.ts'
import { EntityId, EntityKind, page, pageSize, ViewerFilters } from './values.ts'

/** A name to show and an ID to filter by. */
export const Entity = v.object({ id: v.string(), name: v.string() })
export type Entity = v.InferOutput<typeof Entity>

export const RankedEntity = v.object({ ...Entity.entries, workCount: v.number() })
export type RankedEntity = v.InferOutput<typeof RankedEntity>

/** Averages ignore unknown values; totals add up the values of all matching editions. */
export const entitySorts = [
  'workCountDesc',
  ...averageSorts,
  ...totalSorts,
  /** By the latest arrival, the first record or the latest change among the works. */
  'recentlyAdded',
  'recentlyCreated',
  'recentlyUpdated',
  'nameAsc',
] as const
export const EntitySort = v.picklist(entitySorts, 'sortUnknown')
export type EntitySort = v.InferOutput<typeof EntitySort>
export const defaultEntitySort: EntitySort = 'workCountDesc'

/** How many of its visible works are in the library. */
const ownedEntry = { ownedCount: v.number() }

/** An entity with the number that decides its rank, if that is a number; ratings are 0 to 5. */
export const ListedEntity = v.object({
  ...RankedEntity.entries,
  /** Null if the list is filtered. */
  ownedCount: v.nullable(ownedEntry.ownedCount),
  value: v.nullable(v.number()),
})
export type ListedEntity = v.InferOutput<typeof ListedEntity>

export const listEntities = endpoint({
  method: 'GET',
  path: '/:kind',
  access: 'public',
  rate: 'read',
  summary: 'List entities',
  description:
    'Makers, series, artists, illustrators or genres of the works that match the filter. `q` is part of a name.',
  params: v.object({ kind: EntityKind }),
  query: v.object({
    ...filterEntries,
    sort: v.optional(EntitySort),
    page: v.optional(page),
    pageSize: v.optional(pageSize),
  }),
  response: v.object({
    items: v.array(ListedEntity),
    total: v.number(),
    page: v.number(),
    pageSize: v.number(),
    /** Number of entities that only the viewer's own filters hide; absent if they hide none. */
    hidden: v.optional(v.number()),
  }),
})

export const listEntityLetters = endpoint({
  method: 'GET',
  path: '/entity-letters/:kind',
  access: 'public',
  rate: 'read',
  summary: 'List initial letters of entities',
  description: 'For a letter index: each letter with the position of its first entity in name order.',
  params: v.object({ kind: EntityKind }),
  query: v.object(filterEntries),
  response: v.object({ letters: v.array(v.object({ letter: v.string(), at: v.number() })) }),
})

export const getEntity = endpoint({
  method: 'GET',
  path: '/:kind/:id',
  access: 'public',
  rate: 'read',
  summary: 'Get an entity',
  params: v.object({ kind: EntityKind, id: EntityId }),
  query: ViewerFilters,
  response: v.object({ ...RankedEntity.entries, ...ownedEntry }),
})
