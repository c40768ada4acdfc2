import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLargestCounts } from './largest-counts.rules.ts'

const count = fc.oneof(
  fc.integer({ min: 0, max: 9 }),
  fc.integer({ min: 4_000, max: 4_200 }),
  fc.maxSafeNat(),
)
const counts = fc.array(count, { maxLength: 300, size: 'max' })

test('the largest are those that sorting puts first, and all that are alike at the bound', () => {
  fc.assert(
    fc.property(
      counts,
      fc.integer({ min: 1, max: 40 }),
      fc.option(fc.array(fc.nat(400))),
      (drawn, wanted, named) => {
        const values = Uint32Array.from(drawn, (value) => Math.min(value, 0xffff_ffff))
        const only = named ? new Set(named) : undefined
        const isChosen = (key: number) => (values[key] ?? 0) > 0 && (!only || only.has(key))
        const keys = [...values.keys()].filter(isChosen)
        const bound = keys.map((key) => values[key] ?? 0).sort((a, b) => b - a)[wanted - 1] ?? 1
        expect(findLargestCounts(values, { wanted, only })).toEqual({
          keys: keys.filter((key) => (values[key] ?? 0) >= bound),
          total: keys.length,
        })
      },
    ),
  )
})
