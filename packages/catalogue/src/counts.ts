/** How many of the works that passed each entity has. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { has } from './bits.ts'
import type { Columns } from './columns.ts'
import type { WorkRow } from './row.ts'

export function countBase(
  columns: Columns,
  kind: EntityKind,
  { bits, rows }: { bits: Uint32Array; rows: readonly WorkRow[] },
): Uint32Array {
  const keys = kind === 'makers' || kind === 'series' ? columns[kind] : columns[kind].keys
  const largest = rows.reduce((most, row) => Math.max(most, ...row.entities[kind]), largestOf(keys))
  const counts = new Uint32Array(largest + 1)
  if (kind === 'makers' || kind === 'series') countColumn(columns[kind], bits, counts)
  else countLinks(columns, { links: columns[kind], bits, counts })
  for (const row of rows) for (const key of row.entities[kind]) counts[key]!++
  return counts
}

function countColumn(column: Int32Array, bits: Uint32Array, counts: Uint32Array): void {
  for (let ordinal = 0; ordinal < column.length; ordinal++) {
    const key = column[ordinal]!
    if (key >= 0 && has(bits, ordinal)) counts[key]!++
  }
}

function countLinks(
  { count }: Columns,
  { links, bits, counts }: { links: Columns['genres']; bits: Uint32Array; counts: Uint32Array },
): void {
  for (let ordinal = 0; ordinal < count; ordinal++) {
    if (!has(bits, ordinal)) continue
    for (let at = links.offsets[ordinal]!; at < links.offsets[ordinal + 1]!; at++) counts[links.keys[at]!]!++
  }
}

function largestOf(keys: Int32Array): number {
  let largest = -1
  for (const key of keys) if (key > largest) largest = key
  return largest
}
