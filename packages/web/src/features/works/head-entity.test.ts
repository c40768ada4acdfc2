import { expect, test } from 'vitest'
import { headEntityOf, headStateOf } from './head-entity.ts'

test('the list is the page of the only maker in the filter, whatever else narrows it', () => {
  expect(headEntityOf({ makers: ['m1'] }, {})).toEqual({ kind: 'makers', id: 'm1' })
  expect(headEntityOf({ genres: ['g1'], makers: ['m1'], minRating: 4 }, {})).toEqual({
    kind: 'makers',
    id: 'm1',
  })
  expect(headEntityOf({ genres: ['g1', 'g2'], artists: ['a1'] }, {})).toEqual({ kind: 'artists', id: 'a1' })
})

test('two of a kind, or one beside an excluded one, are a filter and nobody’s page', () => {
  expect(headEntityOf({ makers: ['m1', 'm2'] }, {})).toBeUndefined()
  expect(headEntityOf({ makers: ['m1'], excludedMakers: ['m2'] }, {})).toBeUndefined()
  expect(headEntityOf({ excludedMakers: ['m2'] }, {})).toBeUndefined()
  expect(headEntityOf({}, {})).toBeUndefined()
})

test('what is pressed on a list makes it nobody’s page, and on somebody’s page leaves it theirs', () => {
  const plain = headStateOf({}, {})
  expect(headEntityOf({ genres: ['g1'] }, plain)).toBeUndefined()
  expect(headEntityOf({ genres: ['g1'] }, headStateOf({ genres: ['g1'] }, plain))).toBeUndefined()
  const theirs = headStateOf({ genres: ['g1'] }, {})
  expect(headEntityOf({ genres: ['g1'], makers: ['m1'] }, theirs)).toEqual({ kind: 'genres', id: 'g1' })
  expect(headEntityOf({ genres: ['g1', 'g2'] }, theirs)).toBeUndefined()
  expect(headEntityOf({ makers: ['m1'] }, theirs)).toBeUndefined()
})
