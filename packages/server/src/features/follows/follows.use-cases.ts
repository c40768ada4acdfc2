/** Lists what a user follows, and its past and upcoming releases, for any API. */
import { everything, type Viewer, type WorkQuery } from '@koedana/catalogue/model/query.ts'
import type { Choices, FollowedKind } from '@koedana/contract/values.ts'
import { personOf } from '../auth/auth-sources.ts'
import type { Caller, WorkSources } from '../works/viewers.ts'
import { type KnownFollow, keysByKind, knownFollows, newestFirst, type Released } from './follow.rules.ts'
import { findReleased, listFollowRows } from './follows.store.ts'

/** Returns a function that counts the works of an entity that the viewer may see. Each kind is counted once, when first needed. */
export function countedFor({ catalogue }: Pick<WorkSources, 'catalogue'>, viewer: Viewer) {
  const current = catalogue.current()
  const counted = new Map<FollowedKind, Uint32Array>()
  return (kind: FollowedKind, key: number) => {
    const counts = counted.get(kind) ?? current.countEntities(kind, viewer)
    counted.set(kind, counts)
    return counts[key] ?? 0
  }
}

/** Returns follows with at least one work within the age limit of the account. Works that the user chose to hide count too. */
export async function followsBelowCeiling(
  { db, dictionary, viewers, ...sources }: WorkSources,
  context: Caller,
): Promise<KnownFollow[]> {
  const stored = await listFollowRows(db, personOf(context).userKey)
  const worksOf = countedFor(sources, viewers.belowCeiling(context))
  return knownFollows(stored, dictionary.findKey).filter(({ kind, key }) => worksOf(kind, key) > 0)
}

const maxWorks = 24

export const findFollowedWorks = async (
  sources: WorkSources,
  choices: Choices,
  context: Caller,
): Promise<number[]> =>
  newestFirst(await releasedBy(sources, { choices, ...newest, limit: maxWorks }, context)).slice(0, maxWorks)

export interface ReleasedInput extends Pick<WorkQuery, 'sort' | 'ranges' | 'limit'> {
  readonly choices: Choices
}

export async function releasedBy(
  { db, catalogue, dictionary, viewers }: WorkSources,
  { choices, ...part }: ReleasedInput,
  context: Caller,
): Promise<Released[]> {
  const stored = await listFollowRows(db, personOf(context).userKey)
  const followed = keysByKind(knownFollows(stored, dictionary.findKey))
  const viewer = viewers.viewer(context, choices)
  const current = catalogue.current()
  // Query each kind separately, since kinds in one query are combined with AND. The first works of all are among the results.
  const found = followed.flatMap((one) => current.list({ ...worksOf(one), ...part }, viewer).keys)
  return findReleased(db, current.bestEditions([...new Set(found)], viewer))
}

const newest = { sort: 'releaseDateDesc', ranges: [] } as const

const worksOf = ({ kind, keys }: ReturnType<typeof keysByKind>[number]) => ({
  ...everything,
  included: [{ kind, keys, match: 'any' as const }],
  seed: 0,
  period: 'all' as const,
  offset: 0,
})
