import { expect, test } from 'vitest'
import { headEntityOf } from './head-entity.ts'

test('the list is the page of the only maker that is asked for, whatever else narrows it', () => {
  expect(headEntityOf({ makers: ['m1'] })).toEqual({ kind: 'makers', id: 'm1' })
  expect(headEntityOf({ genres: ['g1'], makers: ['m1'], minRating: 4 })).toEqual({ kind: 'makers', id: 'm1' })
  expect(headEntityOf({ genres: ['g1', 'g2'], artists: ['a1'] })).toEqual({ kind: 'artists', id: 'a1' })
})

test('two of a kind, or one beside an excluded one, are a filter and nobody’s page', () => {
  expect(headEntityOf({ makers: ['m1', 'm2'] })).toBeUndefined()
  expect(headEntityOf({ makers: ['m1'], excludedMakers: ['m2'] })).toBeUndefined()
  expect(headEntityOf({ excludedMakers: ['m2'] })).toBeUndefined()
  expect(headEntityOf({})).toBeUndefined()
})
