import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { WorkValues } from './editing.ts'
import {
  Count,
  findWorkId,
  findWorkKey,
  integer,
  isWorkId,
  limitsOf,
  maxInteger,
  normalizeWorkId,
  Rating,
  workIdOf,
  workKeyOf,
} from './values.ts'

test('ids are upper case, 6 digits below a million, 8 above', () => {
  expect(normalizeWorkId('rj1053742')).toBe('RJ01053742')
  expect(normalizeWorkId('RJ01698658')).toBe('RJ01698658')
  expect(normalizeWorkId('RJ00221761')).toBe('RJ221761')
  expect(normalizeWorkId('RE123456')).toBe('RJ123456')
  expect(normalizeWorkId('kd00123456')).toBe('KD00123456')
  for (const text of [
    'KD123456',
    'KD1234567',
    'KD000000007',
    'RJ12345',
    'RJ123456789',
    'XX123456',
    'RJ123456 title',
    '',
  ]) {
    expect(normalizeWorkId(text)).toBeUndefined()
  }
})

test('the key of a text is that of its canonical id, whatever the text', () => {
  const digits = fc
    .array(fc.constantFrom(...'0123456789'), { minLength: 5, maxLength: 9 })
    .map((all) => all.join(''))
  const text = fc.tuple(
    fc.constantFrom('RJ', 'BJ', 'VJ', 'KD', 'RE', 'rj', 'XX', 'RJ0', ''),
    digits,
    fc.constantFrom('', ' ', 'x'),
  )
  fc.assert(
    fc.property(text, (parts) => {
      const id = normalizeWorkId(parts.join(''))
      expect(findWorkKey(parts.join(''))).toBe(id === undefined ? undefined : workKeyOf(id))
      expect(isWorkId(parts.join(''))).toBe(id !== undefined)
    }),
    { numRuns: 2_000 },
  )
})

test('an id in full width, with spaces around it, is the same id', () => {
  expect(normalizeWorkId('　ＲＪ０１６９８６５８ ')).toBe('RJ01698658')
  expect(normalizeWorkId('ｖｊ００５４３２')).toBe('VJ005432')
  expect(normalizeWorkId('ＲＪ０１６９８６５８の続き')).toBeUndefined()
})

test('an id is found inside a folder name', () => {
  expect(findWorkId('[circle][RJ334212]title')).toBe('RJ334212')
  expect(findWorkId('【rj01678210】【MP3】')).toBe('RJ01678210')
  expect(findWorkId('[KD00000012] of my own')).toBe('KD00000012')
  expect(findWorkId('[KD123456] of somebody else')).toBeUndefined()
  expect(findWorkId('no id here 123456')).toBeUndefined()
})

test('an id and its key are the same thing twice', () => {
  const number = fc.integer({ min: 0, max: 99_999_999 })
  fc.assert(
    fc.property(fc.constantFrom('KD', 'RJ', 'BJ', 'VJ'), number, (prefix, digits) => {
      const id = normalizeWorkId(prefix + String(digits).padStart(8, '0')) ?? ''
      expect(workIdOf(workKeyOf(id))).toBe(id)
      expect(workKeyOf(id)).toBeLessThan(2 ** 31)
    }),
  )
})

test('the bounds of a number are read from its schema, through what may be absent or null', () => {
  expect(limitsOf(integer(1, 200))).toEqual({ min: 1, max: 200 })
  expect(limitsOf(Rating)).toEqual({ min: 0, max: 5 })
  expect(limitsOf(v.optional(v.nullable(Count)))).toEqual({ min: 0, max: maxInteger })
  expect(limitsOf(WorkValues.entries.rating)).toEqual({ min: 0, max: 5 })
})

test('what has no bounds has none', () => {
  expect(limitsOf(v.string())).toEqual({})
  expect(limitsOf(v.pipe(v.string(), v.maxLength(3)))).toEqual({})
})
