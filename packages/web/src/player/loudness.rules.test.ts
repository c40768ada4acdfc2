import fc from 'fast-check'
import { expect, test } from 'vitest'
import { factorFromDb, gainOf } from './loudness.rules.ts'

const track = (integrated: number | null, { truePeak = -6, duration = 60 } = {}) => ({
  duration,
  loudness: { integrated, truePeak },
})

test('a loud work comes down to the level of others, a quiet one stays', () => {
  expect(gainOf([track(-13)])).toBeCloseTo(-10)
  expect(gainOf([track(-40)])).toBe(0)
})

test('a work is one: a short loud track weighs little, and all get the same gain', () => {
  const gain = gainOf([track(-30, { duration: 3_000 }), track(-13, { duration: 30 })])
  expect(gain).toBe(0)
})

test('peaks above full scale come down even where the work is quiet', () => {
  expect(gainOf([track(-40, { truePeak: 2 })])).toBeCloseTo(-3)
})

test('nothing is changed where nothing was measured', () => {
  expect(gainOf([])).toBe(0)
  expect(gainOf([{ duration: null, loudness: null }])).toBe(0)
  expect(gainOf([track(null)])).toBe(0)
})

test('whatever was measured, an element takes the factor, and it is never silent', () => {
  const measured = fc.record({
    duration: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
    loudness: fc.option(
      fc.record({
        integrated: fc.option(fc.double({ min: -200, max: 40, noNaN: true })),
        truePeak: fc.option(fc.double({ min: -200, max: 20, noNaN: true })),
      }),
    ),
  })
  fc.assert(
    fc.property(fc.array(measured), (tracks) => {
      const factor = factorFromDb(gainOf(tracks))
      expect(factor).toBeGreaterThan(0)
      expect(factor).toBeLessThanOrEqual(1)
    }),
  )
})
