import { expect, test } from 'vitest'
import { Recent } from './recent.ts'

test('what is asked for again and again stays while others pass', () => {
  const recent = new Recent<string>(10)
  recent.set(0, 'mine')
  for (let key = 1; key < 100; key++) {
    recent.set(key, 'passing')
    expect(recent.get(0)).toBe('mine')
  }
  const kept = Array.from({ length: 100 }, (_, key) => recent.get(key)).filter((value) => value !== undefined)
  expect(kept.length).toBeLessThanOrEqual(10)
})

test('the latest value counts, and one that is deleted is gone', () => {
  const recent = new Recent<string>(4)
  for (const key of [1, 2, 3]) recent.set(key, 'first')
  recent.set(1, 'second')
  expect(recent.get(1)).toBe('second')
  recent.delete(1)
  recent.delete(3)
  expect([recent.get(1), recent.get(2), recent.get(3)]).toEqual([undefined, 'first', undefined])
})
