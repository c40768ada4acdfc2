/**
 * Sorts entities by public ID, or by the reading of their names. Keys never decide, because they depend on the order in which a server met
 * the entities: servers with the same works must return the same order.
 */
import type { EntityKind } from '@koedana/contract/values.ts'
import type { Viewer } from '../model/query.ts'
import type { State } from '../query/base.ts'

/** Returns the text of an entity that the base does not have, or has with another name. */
export type TextOf = (kind: EntityKind, key: number, text: 'id' | 'reading') => string

type Compare = (a: number, b: number) => number

export const createIdOrder = (state: State, kind: EntityKind, textOf: TextOf): Compare =>
  createTextOrder(state, kind, { text: 'id', textOf, others: new Set() })

export interface NameContext {
  readonly textOf: TextOf
  readonly viewer: Pick<Viewer, 'names'>
}

/** Sorts by reading, then by ID. */
export function createNameOrder(state: State, kind: EntityKind, { textOf, viewer }: NameContext): Compare {
  const others = viewer.names?.readOtherwise(kind) ?? new Set<number>()
  const byReading = createTextOrder(state, kind, { text: 'reading', textOf, others })
  const byId = createIdOrder(state, kind, textOf)
  return (a, b) => byReading(a, b) || byId(a, b)
}

interface TextOrderOptions {
  readonly text: 'id' | 'reading'
  readonly textOf: TextOf
  /** The entities whose text differs from that of the base. */
  readonly others: ReadonlySet<number>
}

/** Compares ranks if the base has both entities and neither was renamed, otherwise the texts. */
function createTextOrder(
  { base, delta }: State,
  kind: EntityKind,
  { text, textOf, others }: TextOrderOptions,
): Compare {
  const names = base.generation.names[kind]
  const ranks = text === 'id' ? names.idRanks : names.nameRanks
  const isKnown = (key: number) => key < ranks.length && !delta.names[kind].has(key) && !others.has(key)
  return (a, b) => {
    if (isKnown(a) && isKnown(b)) return ranks[a]! - ranks[b]!
    const [left, right] = [textOf(kind, a, text), textOf(kind, b, text)]
    return left < right ? -1 : left > right ? 1 : 0
  }
}
