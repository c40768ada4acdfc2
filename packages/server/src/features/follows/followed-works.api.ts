/** GET /follows/works: the newest works of all that one follows. */
import { everything } from '@koedana/catalogue/model/query.ts'
import type { listFollowedWorks } from '@koedana/contract/follows.ts'
import type { Handler } from '../../http/context.ts'
import { joinItems, jsonBytes } from '../../http/json-bytes.ts'
import { personOf } from '../auth/auth-sources.ts'
import type { WorkSources } from '../works/sources.ts'
import { keysByKind, knownFollows, newestFirst } from './follow.rules.ts'
import { findReleased, listFollowRows } from './follows.store.ts'

const mostWorks = 24

export function listFollowedWorksHandler(sources: WorkSources): Handler<typeof listFollowedWorks> {
  const { db, catalogue, dictionary, viewers, cards } = sources
  return async ({ query: choices }, context) => {
    const stored = await listFollowRows(db, personOf(context).userKey)
    const followed = keysByKind(knownFollows(stored, dictionary.findKey))
    const viewer = viewers.viewer(context, choices)
    const current = catalogue.current()
    // Each kind alone, since several together would have to be true at once; the newest of all are among these.
    const found = followed.flatMap(({ kind, keys }) => current.list(newestOf({ kind, keys }), viewer).keys)
    const once = current.bestEditions([...new Set(found)], viewer)
    const newest = newestFirst(await findReleased(db, once)).slice(0, mostWorks)
    const look = viewers.look(context, choices)
    return jsonBytes(joinItems('{"items":[', await cards.get(newest, look), ']}'))
  }
}

const newestOf = ({ kind, keys }: ReturnType<typeof keysByKind>[number]) => ({
  ...everything,
  included: [{ kind, keys, match: 'any' as const }],
  sort: 'releaseDateDesc' as const,
  seed: 0,
  period: 'all' as const,
  offset: 0,
  limit: mostWorks,
})
