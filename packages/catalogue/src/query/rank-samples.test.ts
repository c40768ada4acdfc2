import { expect, test } from 'vitest'
import { createColumns } from '../build/generation.ts'
import { buildOrders } from '../build/orders.ts'
import { clearBit, createArena, createBits, hasBit, setBit } from '../memory/arena.ts'
import { createRankSamples, rankSamplesWithout } from './rank-samples.ts'

test('a walk from a rank sample comes to the work that stands there among those that still count', () => {
  const count = 5_000
  const arena = createArena()
  const columns = createColumns(
    arena,
    Int32Array.from({ length: count }, (_, key) => key),
  )
  const bits = createBits(arena, count)
  for (let ordinal = 0; ordinal < count; ordinal++) {
    columns.sales[ordinal] = (ordinal * 7_919) % 1_009
    if (ordinal % 3 !== 0) setBit(bits, ordinal)
  }
  const orders = buildOrders(arena, columns)
  const order = orders.salesDesc.ordinals
  const samples = createRankSamples(bits)
  samples.before('salesDesc', order, 0)
  const gone = Array.from({ length: 400 }, (_, at) => at * 12 + 1).filter((ordinal) => hasBit(bits, ordinal))
  const left = bits.slice()
  for (const ordinal of gone) clearBit(left, ordinal)
  const expected = [...order].filter((ordinal) => hasBit(left, ordinal))
  const less = rankSamplesWithout(samples, gone, orders)
  for (let offset = 0; offset < expected.length; offset += 37) {
    const { from, skip } = less.before('salesDesc', order, offset)
    expect(skip).toBeLessThan(1_024 + gone.length)
    const walked = [...order.subarray(from)].filter((ordinal) => hasBit(left, ordinal))
    expect(walked[skip]).toBe(expected[offset])
  }
})
