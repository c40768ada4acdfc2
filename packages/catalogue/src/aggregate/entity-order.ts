/**
 * Puts entities in the order of their public ids, or of their names as they are read. Their keys never decide: keys go
 * by which entity a server met first, and two servers with the same works respond the same.
 */
import type { EntityKind } from '@koedana/contract/values.ts'
import type { Viewer } from '../model/query.ts'
import type { State } from '../query/base.ts'

/** Gives the text of entities that the base does not know, or knows by another name. */
export type TextOf = (kind: EntityKind, key: number, text: 'id' | 'reading') => string

/** Compares two keys: negative if the first comes first. */
type Compare = (a: number, b: number) => number

export const idOrder = (state: State, kind: EntityKind, textOf: TextOf): Compare =>
  textOrder(state, kind, { text: 'id', textOf, others: new Set() })

export interface Reader {
  readonly textOf: TextOf
  /** The viewer who reads. */
  readonly viewer: Pick<Viewer, 'names'>
}

/** Names with the same reading go by id. */
export function nameOrder(state: State, kind: EntityKind, { textOf, viewer }: Reader): Compare {
  const others = viewer.names?.readOtherwise(kind) ?? new Set<number>()
  const byReading = textOrder(state, kind, { text: 'reading', textOf, others })
  const byId = idOrder(state, kind, textOf)
  return (a, b) => byReading(a, b) || byId(a, b)
}

interface Texts {
  readonly text: 'id' | 'reading'
  readonly textOf: TextOf
  /** The entities whose text differs from that of the base. */
  readonly others: ReadonlySet<number>
}

/** Ranks decide if the base knows both and neither was renamed, else the texts themselves. */
function textOrder({ base, delta }: State, kind: EntityKind, { text, textOf, others }: Texts): Compare {
  const names = base.generation.names[kind]
  const ranks = text === 'id' ? names.idRanks : names.nameRanks
  const isKnown = (key: number) => key < ranks.length && !delta.names[kind].has(key) && !others.has(key)
  return (a, b) => {
    if (isKnown(a) && isKnown(b)) return ranks[a]! - ranks[b]!
    const [left, right] = [textOf(kind, a, text), textOf(kind, b, text)]
    return left < right ? -1 : left > right ? 1 : 0
  }
}
