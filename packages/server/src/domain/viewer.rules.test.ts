import { ageCategories, type ViewerFilters } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { type FindKey, hidesNothingMore, isAgeIn, policyOf, viewerOf } from './viewer.rules.ts'

const agesOf = (ceiling: 'all' | 'r15' | 'r18', choices = {}) =>
  viewerOf({ ceiling, locale: 'zh-CN', choices: [choices], findKey: () => undefined }).ages

test('a ceiling leaves its own category and those below', () => {
  expect(agesOf('all')).toBe(0b0010)
  expect(agesOf('r15')).toBe(0b0110)
  expect(agesOf('r18')).toBe(0b1110)
})

test('own choices never reach above the ceiling', () => {
  expect(agesOf('all', { ageFilterMode: 'no_limit', policy: 'off' })).toBe(0b0010)
  expect(agesOf('all', { ageFilterMode: 'adults_only' })).toBe(0)
  expect(agesOf('r18', { ageFilterMode: 'adults_only' })).toBe(0b1000)
})

test('strict takes R18 out, and with adults only nothing is left', () => {
  expect(agesOf('r18', { policy: 'strict' })).toBe(0b0110)
  expect(agesOf('r18', { policy: 'strict', ageFilterMode: 'adults_only' })).toBe(0)
})

const keys: Readonly<Record<string, number>> = { g1: 11, g2: 7, g3: 100, c1: 3 }
const findKey: FindKey = (_kind, id) => {
  if (typeof id !== 'string') throw new TypeError('nobody has no id')
  return keys[id]
}
const viewerBy = (...choices: ViewerFilters[]) =>
  viewerOf({ ceiling: 'r18', locale: 'en-US', choices, findKey })

test('what is hidden by any of the choices is left out, once and in order; an unknown id hides nothing', () => {
  const viewer = viewerBy(
    { hiddenGenres: ['g1', 'gone', 'g2', 'g3'], hiddenSeries: ['gone'] },
    {},
    { hiddenGenres: ['g2'], hiddenMakers: ['c1'] },
  )
  expect(viewer).toEqual({
    ages: 0b1110,
    locale: 'en-US',
    excluded: [
      { kind: 'makers', keys: [3] },
      { kind: 'genres', keys: [7, 11, 100] },
    ],
  })
  expect(viewerBy({}, {}).excluded).toEqual([])
})

test('choices hold together: each takes away from what the others leave', () => {
  expect(viewerBy({ ageFilterMode: 'all_ages_only' }, { ageFilterMode: 'adults_only' }).ages).toBe(0)
  expect(viewerBy({ ageFilterMode: 'no_limit' }, { ageFilterMode: 'adults_only' }).ages).toBe(0b1000)
})

test('of several policies the strictest holds, of none the moderate one', () => {
  expect(policyOf([{ policy: 'off' }, {}, { policy: 'strict' }, { policy: 'moderate' }])).toBe('strict')
  expect(policyOf([{ policy: 'off' }, { policy: 'moderate' }])).toBe('moderate')
  expect(policyOf([{ policy: 'off' }, {}])).toBe('off')
  expect(policyOf([{}])).toBe('moderate')
})

test('somebody chooses nothing who sees every age of the ceiling and hides nobody', () => {
  const everything = viewerBy()
  expect(hidesNothingMore(viewerBy({ policy: 'off', hiddenGenres: ['gone'] }), everything)).toBe(true)
  expect(hidesNothingMore(viewerBy({ policy: 'strict' }), everything)).toBe(false)
  expect(hidesNothingMore(viewerBy({ hiddenGenres: ['g1'] }), everything)).toBe(false)
})

test('an age is among those whose bit is set', () => {
  const among = (ages: number) => ageCategories.filter((age) => isAgeIn(ages, age))
  expect([0, 0b0010, 0b0100, 0b1000, 0b1010].map(among)).toEqual([
    [],
    ['all'],
    ['r15'],
    ['r18'],
    ['all', 'r18'],
  ])
})
