/** The filter over the base: each condition is ANDed into one scratch bitset. */

import type { Kernel } from '../kernel/kernel.ts'
import type { Arena } from '../memory/arena.ts'
import { createBits, has, set } from '../memory/bits.ts'
import { ordinalOf } from '../model/columns.ts'
import type { Generation } from '../model/generation.ts'
import { bitsOf, listOf, type Postings } from '../model/postings.ts'
import { allAges, type Included, rangesOf, type WorkFilter } from '../model/query.ts'
import { exclude } from './policy.ts'
import { narrowRange } from './ranges.ts'

/** Narrows the bits that are handed in to the works that match; `editions` is the caller's choice of bits. */
export type Narrow = (bits: Uint32Array, filter: WorkFilter) => void

export function createFilter(generation: Generation, kernel: Kernel, arena: Arena): Narrow {
  const { columns, postings } = generation
  const scratch = createBits(arena, columns.count)
  return (bits, filter) => {
    narrowAges(generation, kernel, { bits, ages: filter.ages })
    for (const included of filter.included) include(bits, included)
    for (const range of rangesOf(filter)) narrowRange(generation, kernel, { bits, range })
    if (filter.languages !== 0) kernel.keepBits(bits, columns.languages, filter.languages)
    narrowFlag(bits, generation.inLibrary, filter.inLibrary)
    narrowFlag(bits, generation.hasLyrics, filter.hasLyrics)
    for (const excluded of filter.excluded) exclude(generation, kernel, { bits, excluded })
    const works = filter.excludedWorks.map((key) => ordinalOf(columns, key)).filter((ordinal) => ordinal >= 0)
    kernel.clearAll(bits, Uint32Array.from(works))
  }

  function include(bits: Uint32Array, { kind, keys, match }: Included): void {
    if (match === 'all') {
      for (const key of keys) keepPosting(bits, postings[kind], key)
      return
    }
    scratch.fill(0)
    for (const key of keys) {
      const dense = bitsOf(postings[kind], key, columns.count)
      if (dense) kernel.or(scratch, dense)
      else kernel.setAll(scratch, listOf(postings[kind], key))
    }
    kernel.and(bits, scratch)
  }

  function keepPosting(bits: Uint32Array, posting: Postings, key: number): void {
    const dense = bitsOf(posting, key, columns.count)
    if (dense) kernel.and(bits, dense)
    else keepList(bits, listOf(posting, key))
  }

  function keepList(bits: Uint32Array, ordinals: Uint32Array): void {
    scratch.fill(0)
    for (let at = 0; at < ordinals.length; at++) if (has(bits, ordinals[at]!)) set(scratch, ordinals[at]!)
    bits.set(scratch)
  }

  function narrowFlag(bits: Uint32Array, flag: Uint32Array, wanted: boolean | undefined): void {
    if (wanted === undefined) return
    if (wanted) kernel.and(bits, flag)
    else kernel.andNot(bits, flag)
  }
}

function narrowAges(
  { ages }: Generation,
  kernel: Kernel,
  { bits, ages: wanted }: { bits: Uint32Array; ages: number },
): void {
  if ((wanted & allAges) === allAges) return
  for (const age of [1, 2, 3] as const) if (!(wanted & (1 << age))) kernel.andNot(bits, ages[age])
}
