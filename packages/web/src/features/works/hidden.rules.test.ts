import { expect, test } from 'vitest'
import { hiddenOf } from './hidden.rules.ts'

const maker = { id: 'm', name: 'Quiet Room' }
const genre = { id: 'g', name: 'Rain' }
const artist = { id: 'a', name: 'Mio' }
const work = { maker, series: null, artists: [artist], illustrators: [], genres: [genre] }
const nothing = { makers: [], series: [], artists: [], illustrators: [], genres: [] }

test('a work is hidden by each of its entities that is never shown', () => {
  const excluded = { ...nothing, makers: [{ id: 'm' }], genres: [{ id: 'other' }, { id: 'g' }] }
  expect(hiddenOf(work, excluded)).toEqual([
    { kind: 'makers', entity: maker },
    { kind: 'genres', entity: genre },
  ])
})

test('an id hides in its own kind alone', () => {
  expect(hiddenOf(work, { ...nothing, genres: [{ id: 'm' }, { id: 'a' }] })).toEqual([])
})

test('what is not known hides nothing', () => {
  expect(hiddenOf(undefined, nothing)).toEqual([])
  expect(hiddenOf(work, undefined)).toEqual([])
})
