import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ClockCache } from './clock-cache.ts'

test('what is read again and again stays while others pass', () => {
  const cache = new ClockCache<string>(() => 10)
  cache.set(0, 'mine')
  for (let key = 1; key < 100; key++) {
    expect(cache.get(0)).toBe('mine')
    cache.set(key, 'passing')
  }
  const kept = Array.from({ length: 100 }, (_, key) => cache.get(key)).filter((one) => one !== undefined)
  expect(kept).toHaveLength(10)
})

test('where all are in use the oldest goes; the latest value counts; what is deleted is gone', () => {
  const cache = new ClockCache<string>(() => 2)
  cache.set(1, 'first')
  cache.set(1, 'second')
  cache.set(2, 'other')
  expect([cache.get(1), cache.get(2)]).toEqual(['second', 'other'])
  cache.set(3, 'third')
  expect([1, 2, 3].map((key) => cache.get(key))).toEqual([undefined, 'other', 'third'])
  cache.delete(2)
  expect(cache.get(2)).toBeUndefined()
})

test('whatever comes and goes, a key has its own latest value or none, and no more are kept than may be', () => {
  const step = fc.tuple(fc.constantFrom('set', 'get', 'delete'), fc.nat(12))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 6 }), (steps, capacity) => {
      const cache = new ClockCache<string>(() => capacity)
      const latest = new Map<number, string>()
      steps.forEach(([act, key], at) => {
        if (act === 'delete') {
          cache.delete(key)
          latest.delete(key)
        } else if (act === 'set') {
          cache.set(key, `${key} at ${at}`)
          latest.set(key, `${key} at ${at}`)
          expect(cache.get(key)).toBe(latest.get(key))
        }
        expect([undefined, latest.get(key)]).toContain(cache.get(key))
      })
      const kept = Array.from({ length: 13 }, (_, key) => cache.get(key)).filter((one) => one !== undefined)
      expect(kept.length).toBeLessThanOrEqual(capacity)
    }),
  )
})
