/** Resolves what is followed, by the entities that the stored ids lead to today. */
import { type FollowedKind, followedKinds } from '@koedana/contract/values.ts'
import type { FindKey } from '../../domain/viewer.rules.ts'

/** Follows are by public id: one that is gone and comes back is followed still. */
export interface StoredFollow {
  readonly kind: FollowedKind
  readonly id: string
  readonly followedAt: string
}

export interface KnownFollow extends StoredFollow {
  readonly key: number
}

/** Returns each entity once, in the order given: two ids may lead to one since they were merged. */
export function knownFollows(stored: readonly StoredFollow[], findKey: FindKey): KnownFollow[] {
  const known = new Map<string, KnownFollow>()
  for (const follow of stored) {
    const key = findKey(follow.kind, follow.id)
    if (key === undefined) continue
    const name = `${follow.kind} ${key}`
    if (!known.has(name)) known.set(name, { ...follow, key })
  }
  return [...known.values()]
}

/** Finds every stored id that stands for this one. */
export function idsFor(
  stored: readonly StoredFollow[],
  { kind, id }: Pick<StoredFollow, 'kind' | 'id'>,
  findKey: FindKey,
): string[] {
  const key = findKey(kind, id)
  const isSame = (other: string) => other === id || (key !== undefined && findKey(kind, other) === key)
  return stored.filter((follow) => follow.kind === kind && isSame(follow.id)).map((follow) => follow.id)
}

export const keysByKind = (known: readonly KnownFollow[]) =>
  followedKinds.flatMap((kind) => {
    const keys = known.filter((follow) => follow.kind === kind).map(({ key }) => key)
    return keys.length === 0 ? [] : [{ kind, keys }]
  })

export interface Released {
  readonly key: number
  /** `YYYY-MM-DD`; null if nobody knows. */
  readonly released_on: string | null
}

/** Sorts like lists by release date: the newest first, unknown ones last, ties by key. */
export const newestFirst = (works: readonly Released[]): number[] =>
  works
    .toSorted((a, b) => compareText(b.released_on ?? '', a.released_on ?? '') || a.key - b.key)
    .map(({ key }) => key)

/** The other way round; what has no day stands nowhere. */
export const earliestFirst = (works: readonly Released[]): number[] =>
  works
    .filter(({ released_on }) => released_on !== null)
    .toSorted((a, b) => compareText(a.released_on ?? '', b.released_on ?? '') || a.key - b.key)
    .map(({ key }) => key)

const compareText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
