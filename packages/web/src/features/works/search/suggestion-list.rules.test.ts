import { expect, test } from 'vitest'
import { suggestionGroups } from './suggestion-list.rules.ts'

const entity = (kind: 'makers' | 'genres', id: string) => ({ kind, id, name: id, workCount: 1 })

test('the typed work comes first, then entities kind by kind, numbered through', () => {
  const groups = suggestionGroups({
    jump: 'RJ123456',
    works: [],
    entities: [entity('genres', 'g1'), entity('makers', 'm1'), entity('genres', 'g2')],
  })
  expect(groups.map(({ name }) => name)).toEqual(['jump', 'makers', 'genres'])
  expect(groups.flatMap(({ items }) => items.map(({ position }) => position))).toEqual([1, 2, 3, 4])
})

test('where nothing is suggested there is no group', () => {
  expect(suggestionGroups({ jump: null, works: [], entities: [] })).toEqual([])
})
