/** How many of the works that passed each entity has. */
import type { EntityKind } from '@koedana/contract/values.ts'
import type { State } from './base.ts'
import type { PassedBits } from './page.ts'
import type { AllPassed } from './pass.ts'

/** By entity key; past the array's end none. */
export function countEntitiesOf(
  { base }: State,
  kind: EntityKind,
  { passed, rows }: AllPassed<PassedBits>,
): Uint32Array {
  const { kernel, columns, tallies } = base
  const { counts } = tallies[kind]
  counts.fill(0)
  if (kind === 'makers' || kind === 'series') kernel.countColumn(passed.bits, columns[kind], counts)
  else kernel.countLinks(passed.bits, columns[kind], counts)
  const largest = rows.reduce((most, row) => Math.max(most, ...row.entities[kind]), counts.length - 1)
  const all = new Uint32Array(largest + 1)
  all.set(counts)
  for (const row of rows) for (const key of row.entities[kind]) all[key]!++
  return all
}
