import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareNatural, comparePaths } from './natural.rules.ts'

test('numbers are compared by value, whatever their width', () => {
  expect(['10.mp3', '2.mp3', '1.mp3', '０3.mp3'].sort(compareNatural)).toEqual([
    '1.mp3',
    '2.mp3',
    '０3.mp3',
    '10.mp3',
  ])
})

test('what lies higher comes before what lies in folders', () => {
  expect(['b/1', 'a', 'b/c/1', 'z'].sort(comparePaths)).toEqual(['a', 'z', 'b/1', 'b/c/1'])
})

test('the order is total: only equal paths tie, and turning them round turns the answer round', () => {
  const path = fc.array(fc.constantFrom('1', '01', 'a', 'A', 'が', 'か\u3099'), {
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(path, path, (a, b) => {
      const [left, right] = [a.join('/'), b.join('/')]
      expect(comparePaths(left, right) === 0).toBe(left === right)
      expect(Math.sign(comparePaths(left, right)) + Math.sign(comparePaths(right, left))).toBe(0)
    }),
  )
})
