import { expect, test } from 'vitest'
import { entityNumberOf, entityOfNumber, workIdOf, workNumberOf } from './ids.rules.ts'

test.each([
  ['RJ334212', 334_212],
  ['RJ01000001', 1_000_001],
  ['BJ123456', 1_000_000_123_456],
  ['VJ01012345', 2_000_001_012_345],
  ['KD00000007', 3_000_000_000_007],
])('%s is %d, and back', (id, number) => {
  expect(workNumberOf(id)).toBe(number)
  expect(workIdOf(String(number))).toBe(id)
  expect(workIdOf(id.toLowerCase())).toBe(id)
})

test.each(['', 'x', '-1', '1.5', '4000000000001', '100000000', '99999999999999'])('%j is no work', (text) => {
  expect(workIdOf(text)).toBeUndefined()
})

test('circles and tags go by the number of their source, others by our key', () => {
  expect(entityNumberOf('makers', { id: 'RG01234', key: 5 })).toBe(1234)
  expect(entityNumberOf('makers', { id: 'BG00007', key: 5 })).toBe(1_000_000_007)
  expect(entityNumberOf('makers', { id: 'own-ab', key: 5 })).toBe(500_000_005)
  expect(entityNumberOf('genres', { id: '56', key: 5 })).toBe(56)
  expect(entityNumberOf('genres', { id: 'own-ab', key: 5 })).toBe(1_000_000_005)
  expect(entityOfNumber('makers', '1234').ids).toContain('RG01234')
  expect(entityOfNumber('makers', '1000000007').ids).toContain('BG00007')
  expect(entityOfNumber('makers', '500000005')).toEqual({ ids: [], key: 5 })
  expect(entityOfNumber('genres', '56')).toEqual({ ids: ['56'], key: undefined })
  expect(entityOfNumber('genres', '1000000005')).toEqual({ ids: [], key: 5 })
  for (const text of ['', 'x', '9999999999'])
    expect(entityOfNumber('makers', text)).toEqual({ ids: [], key: undefined })
})
