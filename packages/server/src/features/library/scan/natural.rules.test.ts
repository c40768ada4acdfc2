import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareNatural } from './natural.rules.ts'

test('numbers are compared by value, whatever their width', () => {
  expect(['10.mp3', '2.mp3', '1.mp3', '０3.mp3'].sort(compareNatural)).toEqual([
    '1.mp3',
    '2.mp3',
    '０3.mp3',
    '10.mp3',
  ])
})

test('the order is total: only equal names tie, and turning them round turns the answer round', () => {
  const name = fc.array(fc.constantFrom('1', '01', '10', 'a', 'A', 'が', 'か\u3099'), {
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(name, name, (a, b) => {
      const [left, right] = [a.join(''), b.join('')]
      expect(compareNatural(left, right) === 0).toBe(left === right)
      expect(Math.sign(compareNatural(left, right)) + Math.sign(compareNatural(right, left))).toBe(0)
    }),
  )
})
