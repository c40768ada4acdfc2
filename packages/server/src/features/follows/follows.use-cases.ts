/** What those one follows released or will release, for any API. */
import { everything, type WorkQuery } from '@koedana/catalogue/model/query.ts'
import type { Choices } from '@koedana/contract/values.ts'
import { personOf } from '../auth/auth-sources.ts'
import type { Caller, WorkSources } from '../works/viewers.ts'
import { keysByKind, knownFollows, newestFirst, type Released } from './follow.rules.ts'
import { findReleased, listFollowRows } from './follows.store.ts'

const mostWorks = 24

/** Finds the keys of the newest works. */
export const findFollowedWorks = async (
  sources: WorkSources,
  choices: Choices,
  context: Caller,
): Promise<number[]> =>
  newestFirst(await releasedBy(sources, { choices, ...newest, limit: mostWorks }, context)).slice(
    0,
    mostWorks,
  )

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
  // Each kind alone, since several together would have to be true at once; the first of all are among these.
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
