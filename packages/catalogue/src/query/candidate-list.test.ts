import { locales } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typescriptKernel as kernel } from '../kernel/typescript.ts'
import { createBits, fillBits } from '../memory/arena.ts'
import { workQuery, workRows } from '../testing/arbitraries.ts'
import { generationOf } from '../testing/generation-of.ts'
import { runCount, runOptions } from '../testing/property-runs.ts'
import { findCandidates } from './candidate-list.ts'
import { createFilter } from './filter.ts'

test('testing a candidate list one by one finds what the filter over bitsets finds', () => {
  const hidden = fc.uniqueArray(fc.nat(99), { maxLength: 10 })
  const once = fc.option(fc.constantFrom(...locales), { nil: undefined })
  let tested = 0
  fc.assert(
    fc.property(workRows, workQuery, hidden, once, (rows, filter, ordinals, locale) => {
      const { generation, arena } = generationOf(rows)
      const from = createBits(arena, rows.length)
      fillBits(from, rows.length)
      const start = { from, once: locale, hidden: new Set(ordinals), most: rows.length }
      const candidates = findCandidates(generation, filter, start)
      if (!candidates) return
      tested++
      kernel.clearAll(from, Uint32Array.from(ordinals.filter((ordinal) => ordinal < rows.length)))
      createFilter(generation, kernel, arena)(from, filter)
      if (locale) kernel.keepFirst(from, generation.editionOrders[locale])
      expect([...candidates]).toEqual([...kernel.ordinals(from, kernel.count(from))])
    }),
    runOptions(1_000),
  )
  expect(tested).toBeGreaterThan(runCount(100))
})
