/** Resolves stored follows to current entities. */
import { type FollowedKind, followedKinds } from '@koedana/contract/values.ts'
import type { FindKey } from '../../domain/viewer.rules.ts'

/** A stored follow. It has a public ID, so it survives if the entity is deleted and created again. */
export interface StoredFollow {
  readonly kind: FollowedKind
  readonly id: string
  readonly followedAt: string
}

export interface ResolvedFollow extends StoredFollow {
  readonly key: number
}

/** Returns each entity once, in the given order. After a merge, two IDs may lead to the same entity. */
export function resolveFollows(stored: readonly StoredFollow[], findKey: FindKey): ResolvedFollow[] {
  const known = new Map<string, ResolvedFollow>()
  for (const follow of stored) {
    const key = findKey(follow.kind, follow.id)
    if (key === undefined) continue
    const name = `${follow.kind} ${key}`
    if (!known.has(name)) known.set(name, { ...follow, key })
  }
  return [...known.values()]
}

/** Returns all stored IDs that lead to the same entity as this one. */
export function idsFor(
  stored: readonly StoredFollow[],
  { kind, id }: Pick<StoredFollow, 'kind' | 'id'>,
  findKey: FindKey,
): string[] {
  const key = findKey(kind, id)
  const isSame = (other: string) => other === id || (key !== undefined && findKey(kind, other) === key)
  return stored.filter((follow) => follow.kind === kind && isSame(follow.id)).map((follow) => follow.id)
}

export const keysByKind = (known: readonly ResolvedFollow[]) =>
  followedKinds.flatMap((kind) => {
    const keys = known.filter((follow) => follow.kind === kind).map(({ key }) => key)
    return keys.length === 0 ? [] : [{ kind, keys }]
  })

export interface ReleasedWork {
  readonly key: number
  /** `YYYY-MM-DD`; null if unknown. */
  readonly released_on: string | null
}

/** Sorts like lists by release date: newest first, unknown dates last, ties by key. */
export const newestFirst = (works: readonly ReleasedWork[]): number[] =>
  works
    .toSorted((a, b) => compareText(b.released_on ?? '', a.released_on ?? '') || a.key - b.key)
    .map(({ key }) => key)

/** Sorts earliest first; works without a date are omitted. */
export const earliestFirst = (works: readonly ReleasedWork[]): number[] =>
  works
    .filter(({ released_on }) => released_on !== null)
    .toSorted((a, b) => compareText(a.released_on ?? '', b.released_on ?? '') || a.key - b.key)
    .map(({ key }) => key)

const compareText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
