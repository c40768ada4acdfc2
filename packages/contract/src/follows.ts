/** Follows of makers, series and artists, which add their new works to the catalog. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { CalendarDate, EntityId, FollowedKind, viewerFilterEntries } from './values.ts'
import { WorkCard } from './works.ts'

export const Follow = v.object({
  kind: FollowedKind,
  id: v.string(),
  name: v.string(),
  workCount: v.number(),
  followedAt: v.string(),
})
export type Follow = v.InferOutput<typeof Follow>

export const maxFollows = 2_000

const FollowParams = v.object({ kind: FollowedKind, id: EntityId })

export const listFollows = endpoint({
  method: 'GET',
  path: '/follows',
  access: 'user',
  rate: 'read',
  summary: 'List your follows',
  description: 'Newest first, without entities of which you may see no work.',
  response: v.object({
    items: v.array(Follow),
    /** Follows that only the viewer's own filters hide; absent if they hide none. */
    hidden: v.optional(v.number()),
  }),
})

export const follow = endpoint({
  method: 'PUT',
  path: '/follows/:kind/:id',
  access: 'user',
  rate: 'write',
  summary: 'Follow a maker, series or artist',
  params: FollowParams,
})

export const unfollow = endpoint({
  method: 'DELETE',
  path: '/follows/:kind/:id',
  access: 'user',
  rate: 'write',
  summary: 'Unfollow a maker, series or artist',
  params: FollowParams,
})

export const listFollowedWorks = endpoint({
  method: 'GET',
  path: '/follows/works',
  access: 'user',
  rate: 'read',
  summary: 'List new works of followed entities',
  description: 'By release date.',
  query: v.object(viewerFilterEntries),
  response: v.object({ items: v.array(WorkCard) }),
})

export const listReleases = endpoint({
  method: 'GET',
  path: '/follows/releases',
  access: 'user',
  rate: 'read',
  summary: 'List releases of followed entities',
  description: 'For a period, announced works included, earliest first, up to 200.',
  query: v.object({ from: CalendarDate, to: CalendarDate, ...viewerFilterEntries }),
  response: v.object({ items: v.array(WorkCard) }),
})
