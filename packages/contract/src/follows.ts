/** Following makers, series and artists: what fills the catalogue with their new works. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { CalendarDate, choiceEntries, EntityId, FollowedKind } from './values.ts'
import { WorkCard } from './works.ts'

export const Follow = v.object({
  kind: FollowedKind,
  id: v.string(),
  name: v.string(),
  workCount: v.number(),
  followedAt: v.string(),
})
export type Follow = v.InferOutput<typeof Follow>

export const mostFollows = 2_000

const Followed = v.object({ kind: FollowedKind, id: EntityId })

export const listFollows = endpoint({
  method: 'GET',
  path: '/follows',
  access: 'user',
  rate: 'read',
  summary: 'Follows of the account, the latest first; without those of which the viewer may see no work.',
  response: v.object({
    items: v.array(Follow),
    /** Followed ones that only the own choices hide; absent if they hide none. */
    hidden: v.optional(v.number()),
  }),
})

export const follow = endpoint({
  method: 'PUT',
  path: '/follows/:kind/:id',
  access: 'user',
  rate: 'write',
  summary: 'Follows a maker, a series or an artist.',
  params: Followed,
})

export const unfollow = endpoint({
  method: 'DELETE',
  path: '/follows/:kind/:id',
  access: 'user',
  rate: 'write',
  summary: 'Ends following a maker, a series or an artist.',
  params: Followed,
})

export const listFollowedWorks = endpoint({
  method: 'GET',
  path: '/follows/works',
  access: 'user',
  rate: 'read',
  summary: 'The newest works of those one follows, by release date.',
  query: v.object(choiceEntries),
  response: v.object({ items: v.array(WorkCard) }),
})

export const listReleases = endpoint({
  method: 'GET',
  path: '/follows/releases',
  access: 'user',
  rate: 'read',
  summary:
    'What those one follows release in a time, announced works too, the earliest first; the first 200.',
  query: v.object({ from: CalendarDate, to: CalendarDate, ...choiceEntries }),
  response: v.object({ items: v.array(WorkCard) }),
})
