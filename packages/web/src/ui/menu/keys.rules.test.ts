import { expect, test } from 'vitest'
import { entryByArrow, entryByName } from './keys.rules.ts'

test('arrows go round, from none to either end', () => {
  expect(entryByArrow('ArrowDown', -1, 3)).toBe(0)
  expect(entryByArrow('ArrowDown', 2, 3)).toBe(0)
  expect(entryByArrow('ArrowUp', -1, 3)).toBe(2)
  expect(entryByArrow('ArrowUp', 0, 3)).toBe(2)
  expect(entryByArrow('ArrowUp', 2, 3)).toBe(1)
  expect([entryByArrow('Home', 1, 3), entryByArrow('End', 1, 3)]).toEqual([0, 2])
  expect([entryByArrow('Enter', 1, 3), entryByArrow('ArrowDown', -1, 0)]).toEqual([undefined, undefined])
})

test('letters lead to what begins with them; the same letter again leads on', () => {
  const names = ['Open', 'Copy id', 'Copy name', 'Exclude', '夜の図書館']
  expect(entryByName('c', -1, names)).toBe(1)
  expect(entryByName('cc', 1, names)).toBe(2)
  expect(entryByName('c', 2, names)).toBe(1)
  expect(entryByName('EX', 0, names)).toBe(3)
  expect(entryByName('夜', 0, names)).toBe(4)
  expect(entryByName('z', 0, names)).toBeUndefined()
  expect(entryByName('a', -1, [])).toBeUndefined()
})
