import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Recent } from './recent.ts'

test('what is asked for again and again stays while others pass', () => {
  const recent = new Recent<string>(() => 10)
  recent.set(0, 'mine')
  for (let key = 1; key < 100; key++) {
    expect(recent.get(0)).toBe('mine')
    recent.set(key, 'passing')
  }
  const kept = Array.from({ length: 100 }, (_, key) => recent.get(key)).filter((one) => one !== undefined)
  expect(kept).toHaveLength(10)
})

test('where all are in use the oldest goes; the latest value counts; what is deleted is gone', () => {
  const recent = new Recent<string>(() => 2)
  recent.set(1, 'first')
  recent.set(1, 'second')
  recent.set(2, 'other')
  expect([recent.get(1), recent.get(2)]).toEqual(['second', 'other'])
  recent.set(3, 'third')
  expect([1, 2, 3].map((key) => recent.get(key))).toEqual([undefined, 'other', 'third'])
  recent.delete(2)
  expect(recent.get(2)).toBeUndefined()
})

test('whatever comes and goes, a key has its own latest value or none, and no more are kept than may be', () => {
  const step = fc.tuple(fc.constantFrom('set', 'get', 'delete'), fc.nat(12))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 6 }), (steps, capacity) => {
      const recent = new Recent<string>(() => capacity)
      const latest = new Map<number, string>()
      steps.forEach(([act, key], at) => {
        if (act === 'delete') {
          recent.delete(key)
          latest.delete(key)
        } else if (act === 'set') {
          recent.set(key, `${key} at ${at}`)
          latest.set(key, `${key} at ${at}`)
          expect(recent.get(key)).toBe(latest.get(key))
        }
        expect([undefined, latest.get(key)]).toContain(recent.get(key))
      })
      const kept = Array.from({ length: 13 }, (_, key) => recent.get(key)).filter((one) => one !== undefined)
      expect(kept.length).toBeLessThanOrEqual(capacity)
    }),
  )
})
