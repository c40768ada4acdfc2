/** Makers, series and artists that a user follows. */
import {
  type Follow,
  type follow,
  type listFollowedWorks,
  type listFollows,
  type listReleases,
  maxFollows,
  type unfollow,
} from '@koedana/contract/follows.ts'
import { writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { type Handler, joinItems, jsonBytes } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { dayOf } from '../../lib/dates.rules.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import type { WorkSources } from '../works/viewers.ts'
import { earliestFirst, idsFor, resolveFollows } from './follow.rules.ts'
import { deleteFollows, insertFollow, listFollowRows } from './follows.store.ts'
import { createWorkCounter, findFollowedWorks, releasedBy } from './follows.use-cases.ts'

export interface FollowSources extends WorkSources {
  readonly write: Db
  readonly now: () => Date
}

export function listFollowsHandler(sources: FollowSources): Handler<typeof listFollows> {
  const { db, dictionary, viewers } = sources
  return async (_request, context) => {
    const stored = await listFollowRows(db, requirePerson(context).userKey)
    const known = resolveFollows(stored, dictionary.findKey)
    const viewer = viewers.viewer(context)
    const worksOf = createWorkCounter(sources, viewer)
    const items = known.flatMap(({ kind, key, followedAt }): Follow[] => {
      const entity = dictionary.findEntity(kind, key, viewer)
      const workCount = worksOf(kind, key)
      return entity && workCount > 0 ? [{ kind, ...entity, workCount, followedAt }] : []
    })
    const allowed = createWorkCounter(sources, viewers.belowCeiling(context))
    const hidden = known.filter(({ kind, key }) => worksOf(kind, key) === 0 && allowed(kind, key) > 0).length
    return { items, ...(hidden > 0 && { hidden }) }
  }
}

/** Follows an entity. If it is already followed, it keeps its position. */
export function followHandler(sources: FollowSources): Handler<typeof follow> {
  const { write, dictionary, viewers, now } = sources
  return async ({ params: { kind, id: givenId } }, context) => {
    const { userKey } = requirePerson(context)
    const key = dictionary.findKey(kind, givenId)
    const entity = key === undefined ? undefined : dictionary.findEntity(kind, key, context)
    // An entity that has only hidden works is hidden too.
    if (
      !entity ||
      key === undefined ||
      createWorkCounter(sources, viewers.viewer(context))(kind, key) === 0
    ) {
      throw new AppError('notFound')
    }
    const { id } = entity
    await writeInTurn(write, async (tx) => {
      const stored = await listFollowRows(tx, userKey)
      if (idsFor(stored, { kind, id }, dictionary.findKey).length > 0) return
      if (stored.length >= maxFollows)
        throw new AppError('refused', { fields: { 'params.id': 'listTooLong' } })
      await insertFollow(tx, userKey, { kind, id, followedAt: now().toISOString() })
    })
  }
}

/** Unfollows an entity. Does nothing if it is not followed, unknown or hidden. */
export function unfollowHandler({ write, dictionary }: FollowSources): Handler<typeof unfollow> {
  return async ({ params: { kind, id } }, context) => {
    const { userKey } = requirePerson(context)
    await writeInTurn(write, async (tx) => {
      const ids = idsFor(await listFollowRows(tx, userKey), { kind, id }, dictionary.findKey)
      await deleteFollows(tx, userKey, { kind, ids })
    })
  }
}

/** GET /follows/works: the newest works of everything the user follows. */
export function listFollowedWorksHandler(sources: WorkSources): Handler<typeof listFollowedWorks> {
  return async ({ query: choices }, context) => {
    const newest = await findFollowedWorks(sources, choices, context)
    const items = await sources.cards.get(newest, sources.viewers.cardView(context, choices))
    return jsonBytes(joinItems('{"items":[', items, ']}'))
  }
}

const maxReleases = 200

/** GET /follows/releases: a calendar of releases. */
export function listReleasesHandler(sources: WorkSources): Handler<typeof listReleases> {
  return async ({ query: { from, to, ...choices } }, context) => {
    const days = { column: 'releaseDay' as const, min: dayOf(from), max: dayOf(to) }
    const part = { sort: 'releaseDateAsc' as const, ranges: [days], limit: maxReleases }
    const works = await releasedBy(sources, { choices, ...part }, context)
    const items = await sources.cards.get(
      earliestFirst(works).slice(0, maxReleases),
      sources.viewers.cardView(context, choices),
    )
    return jsonBytes(joinItems('{"items":[', items, ']}'))
  }
}
