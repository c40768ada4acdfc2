/** Lists what a user follows, and its past and upcoming releases, for any API. */
import { openFilter, type Viewer, type WorkQuery } from '@koedana/catalogue/model/query.ts'
import type { FollowedKind, ViewerFilters } from '@koedana/contract/values.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import type { Caller, WorkSources } from '../works/viewers.ts'
import {
  keysByKind,
  newestFirst,
  type ReleasedWork,
  type ResolvedFollow,
  resolveFollows,
} from './follow.rules.ts'
import { findReleased, listFollowRows } from './follows.store.ts'

/** Returns a function that counts the works of an entity that the viewer may see. Each kind is counted once, when first needed. */
export function createWorkCounter({ catalogue }: Pick<WorkSources, 'catalogue'>, viewer: Viewer) {
  const current = catalogue.current()
  const counted = new Map<FollowedKind, Uint32Array>()
  return (kind: FollowedKind, key: number) => {
    const counts = counted.get(kind) ?? current.countEntities(kind, viewer)
    counted.set(kind, counts)
    return counts[key] ?? 0
  }
}

/** Returns follows with at least one work within the age limit of the account. Works that the user chose to hide count too. */
export async function listFollowsWithinAgeLimit(
  { db, dictionary, viewers, ...sources }: WorkSources,
  context: Caller,
): Promise<ResolvedFollow[]> {
  const stored = await listFollowRows(db, requirePerson(context).userKey)
  const worksOf = createWorkCounter(sources, viewers.belowCeiling(context))
  return resolveFollows(stored, dictionary.findKey).filter(({ kind, key }) => worksOf(kind, key) > 0)
}

const maxWorks = 24

export const findFollowedWorks = async (
  sources: WorkSources,
  choices: ViewerFilters,
  context: Caller,
): Promise<number[]> =>
  newestFirst(await releasedBy(sources, { choices, ...newest, limit: maxWorks }, context)).slice(0, maxWorks)

export interface ReleasedInput extends Pick<WorkQuery, 'sort' | 'ranges' | 'limit'> {
  readonly choices: ViewerFilters
}

export async function releasedBy(
  { db, catalogue, dictionary, viewers }: WorkSources,
  { choices, ...part }: ReleasedInput,
  context: Caller,
): Promise<ReleasedWork[]> {
  const stored = await listFollowRows(db, requirePerson(context).userKey)
  const followed = keysByKind(resolveFollows(stored, dictionary.findKey))
  const viewer = viewers.viewer(context, choices)
  const current = catalogue.current()
  // Query each kind separately, since kinds in one query are combined with AND. The first works of all are among the results.
  const found = followed.flatMap((one) => current.list({ ...worksOf(one), ...part }, viewer).keys)
  return findReleased(db, current.bestEditions([...new Set(found)], viewer))
}

const newest = { sort: 'releaseDateDesc', ranges: [] } as const

const worksOf = ({ kind, keys }: ReturnType<typeof keysByKind>[number]) => ({
  ...openFilter,
  included: [{ kind, keys, match: 'any' as const }],
  seed: 0,
  period: 'all' as const,
  offset: 0,
})
