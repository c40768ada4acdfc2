/** Works of groups whose editions differ in what works are counted by: only those need a second look when editions count once. */
import type { Arena } from './arena.ts'
import { eachValue, type StoredAspect } from './aspects.ts'
import { createBits, set } from './bits.ts'
import type { Columns } from './columns.ts'
import type { Groups } from './edition-order.ts'

export type Differing = Readonly<Record<StoredAspect, Uint32Array>>

export function buildDiffering(arena: Arena, columns: Columns, groups: Groups): Differing {
  const build = (aspect: StoredAspect) => {
    const bits = createBits(arena, columns.count)
    for (const group of groups)
      if (!isAlike(columns, aspect, group)) for (const ordinal of group) set(bits, ordinal)
    return bits
  }
  return {
    makers: build('makers'),
    series: build('series'),
    artists: build('artists'),
    illustrators: build('illustrators'),
    genres: build('genres'),
    ages: build('ages'),
    years: build('years'),
    languages: build('languages'),
  }
}

/** The same in another order is taken for different. */
function isAlike(columns: Columns, aspect: StoredAspect, [first = 0, ...others]: readonly number[]): boolean {
  const valuesOf = (ordinal: number) => {
    const values: number[] = []
    eachValue(columns, aspect, { ordinal, take: (value) => void values.push(value) })
    return values.join()
  }
  const expected = valuesOf(first)
  return others.every((ordinal) => valuesOf(ordinal) === expected)
}
