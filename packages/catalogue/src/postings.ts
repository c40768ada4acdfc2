/** For each entity of one kind, the works that have it: a sorted list, and a bitset where the list is long. */
import type { EntityKind } from '@koedana/contract/values.ts'
import type { Arena } from './arena.ts'
import { set, wordsFor } from './bits.ts'
import type { Columns } from './columns.ts'

export interface Postings {
  /** The works of entity k are `ordinals[offsets[k]] … ordinals[offsets[k + 1] - 1]`. */
  readonly offsets: Uint32Array
  readonly ordinals: Uint32Array
  /** For entity k the number of its bitset in `dense`, or -1. */
  readonly denseIndex: Int32Array
  readonly dense: Uint32Array
}

/** Where one work in this many has it, a bitset is smaller and faster than a list. */
const denseShare = 32

export function buildPostings(arena: Arena, columns: Columns, kind: EntityKind): Postings {
  const links = linksOfKind(columns, kind)
  const size = links.keys.reduce((most, key) => Math.max(most, key), -1) + 1
  const offsets = arena.uint32(size + 1)
  for (const key of links.keys) offsets[key + 1]!++
  for (let key = 0; key < size; key++) offsets[key + 1]! += offsets[key]!
  const ordinals = arena.uint32(links.keys.length)
  const next = offsets.slice()
  for (let ordinal = 0; ordinal < columns.count; ordinal++) {
    for (let at = links.offsets[ordinal]!; at < links.offsets[ordinal + 1]!; at++) {
      ordinals[next[links.keys[at]!]!++] = ordinal
    }
  }
  return { offsets, ordinals, ...buildDense(arena, columns.count, { offsets, ordinals }) }
}

/** The list of one entity; empty for a key that nothing has. */
export function listOf(postings: Postings, key: number): Uint32Array {
  if (key < 0 || key + 1 >= postings.offsets.length) return postings.ordinals.subarray(0, 0)
  return postings.ordinals.subarray(postings.offsets[key]!, postings.offsets[key + 1]!)
}

/** The bitset of one entity, where it has one. */
export function bitsOf(postings: Postings, key: number, count: number): Uint32Array | undefined {
  const index = postings.denseIndex[key] ?? -1
  const words = wordsFor(count)
  return index < 0 ? undefined : postings.dense.subarray(index * words, (index + 1) * words)
}

function buildDense(
  arena: Arena,
  count: number,
  { offsets, ordinals }: Pick<Postings, 'offsets' | 'ordinals'>,
): Pick<Postings, 'denseIndex' | 'dense'> {
  const size = offsets.length - 1
  const denseIndex = arena.int32(size).fill(-1)
  let found = 0
  for (let key = 0; key < size; key++) {
    if (offsets[key + 1]! - offsets[key]! >= Math.max(1, count / denseShare)) denseIndex[key] = found++
  }
  const words = wordsFor(count)
  const dense = arena.uint32(found * words)
  for (let key = 0; key < size; key++) {
    if (denseIndex[key]! < 0) continue
    const bits = dense.subarray(denseIndex[key]! * words, (denseIndex[key]! + 1) * words)
    for (let at = offsets[key]!; at < offsets[key + 1]!; at++) set(bits, ordinals[at]!)
  }
  return { denseIndex, dense }
}

/** Makers and series are one a work; as links they build like the rest. */
function linksOfKind(columns: Columns, kind: EntityKind) {
  if (kind !== 'makers' && kind !== 'series') return columns[kind]
  const offsets = new Uint32Array(columns.count + 1)
  const keys = new Int32Array(columns.count)
  let found = 0
  for (let ordinal = 0; ordinal < columns.count; ordinal++) {
    const key = columns[kind][ordinal]!
    if (key >= 0) keys[found++] = key
    offsets[ordinal + 1] = found
  }
  return { offsets, keys: keys.subarray(0, found) }
}
