/** How many of the works that passed have each value of an aspect; a group of editions counts once for each. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { type Aspect, eachValue, eachValueOf, isStored } from './aspects.ts'
import type { State } from './base.ts'
import { has } from './bits.ts'
import { eachBetter } from './edition-order.ts'
import { originalOf } from './editions.ts'
import { eachOrdinal } from './kernel/words.ts'
import type { PassedBits } from './page.ts'
import type { AllPassed, Beside } from './pass.ts'
import type { WorkRow } from './row.ts'

type BitsPassed = AllPassed<PassedBits>

/** By entity key; past the array's end none. */
export function countEntitiesOf(state: State, kind: EntityKind, found: BitsPassed): Uint32Array {
  const { kernel, columns, tallies } = state.base
  const { passed, rows, beside } = found
  const { counts } = tallies[kind]
  counts.fill(0)
  if (kind === 'makers' || kind === 'series') kernel.countColumn(passed.bits, columns[kind], counts)
  else kernel.countLinks(passed.bits, columns[kind], counts)
  const last = (most: number, row: WorkRow) => Math.max(most, ...row.entities[kind])
  const largest = (beside?.rows ?? []).reduce(last, rows.reduce(last, counts.length - 1))
  const all = new Uint32Array(largest + 1)
  all.set(counts)
  eachValueBeyond(state, kind, { found, take: (key) => void all[key]!++ })
  return all
}

/**
 * Hands over all that counts beside the works of the base that passed and are shown: the values of rows, and those which
 * of a group only an edition beside the shown one has.
 */
export function eachValueBeyond(
  state: State,
  aspect: Aspect,
  { found, take }: { found: BitsPassed; take: (value: number) => void },
): void {
  for (const row of found.rows) eachValueOf(row, aspect, take)
  if (!found.beside) return
  eachRowValueBeside(aspect, { rows: found.rows, beside: found.beside.rows, take })
  eachBaseValueBeside(state, aspect, { passed: found.passed.bits, beside: found.beside, take })
}

function eachRowValueBeside(
  aspect: Aspect,
  {
    rows,
    beside,
    take,
  }: { rows: readonly WorkRow[]; beside: readonly WorkRow[]; take: (value: number) => void },
): void {
  if (beside.length === 0) return
  const known = new Map(beside.map((row) => [originalOf(row), new Set<number>()]))
  for (const row of rows) eachValueOf(row, aspect, (value) => known.get(originalOf(row))?.add(value))
  for (const row of beside) {
    const values = known.get(originalOf(row))
    eachValueOf(row, aspect, (value) => {
      if (!values?.has(value)) take(value)
      values?.add(value)
    })
  }
}

function eachBaseValueBeside(
  { base: { columns, generation } }: State,
  aspect: Aspect,
  { passed, beside, take }: { passed: Uint32Array; beside: Beside; take: (value: number) => void },
): void {
  const { order, bits } = beside
  const differing = isStored(aspect) ? generation.differing[aspect] : undefined
  const known: number[] = []
  const takeNew = (value: number) => void (known.includes(value) || take(value))
  const learn = (value: number) => void known.push(value)
  eachOrdinal(bits, (ordinal) => {
    if (differing && !has(differing, ordinal)) return
    known.length = 0
    eachBetter(order, ordinal, (better) => {
      if (has(passed, better) || has(bits, better))
        eachValue(columns, aspect, { ordinal: better, take: learn })
    })
    eachValue(columns, aspect, { ordinal, take: takeNew })
  })
}
