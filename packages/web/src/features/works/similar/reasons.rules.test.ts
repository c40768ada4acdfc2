import { expect, test } from 'vitest'
import { groupReasons } from './reasons.rules.ts'

test('reasons of one kind stand together in the order they came', () => {
  const reasons = [
    { kind: 'artists', id: 'a', name: 'Aoi' },
    { kind: 'genres', id: 'g', name: 'Rain' },
    { kind: 'artists', id: 'b', name: 'Beni' },
  ] as const
  expect(groupReasons(reasons)).toEqual([
    { kind: 'artists', names: ['Aoi', 'Beni'] },
    { kind: 'genres', names: ['Rain'] },
  ])
})

test('a line holds two kinds and three names of each', () => {
  const genres = ['1', '2', '3', '4'].map((name) => ({ kind: 'genres', name }) as const)
  const groups = groupReasons([
    ...genres,
    { kind: 'series', name: 'Tea house' },
    { kind: 'text', name: 'night' },
  ])
  expect(groups).toEqual([
    { kind: 'genres', names: ['1', '2', '3'] },
    { kind: 'series', names: ['Tea house'] },
  ])
})

test('no reasons make no groups', () => expect(groupReasons([])).toEqual([]))
