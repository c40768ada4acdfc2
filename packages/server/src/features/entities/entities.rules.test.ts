import { expect, test } from 'vitest'
import { matchesName, rankEntities } from './entities.rules.ts'

test('a name is found by any part, whatever its width or case', () => {
  expect(matchesName('Ｂｌｕｅ Hour', 'blue h')).toBe(true)
  expect(matchesName('水瀬ことり', 'こと')).toBe(true)
  expect(matchesName('水瀬ことり', 'x')).toBe(false)
  expect(matchesName('anything', '')).toBe(true)
})

test('more works come first, ties by id', () => {
  const entities = [
    { id: 'b', name: 'Two', workCount: 1 },
    { id: 'a', name: 'One', workCount: 1 },
    { id: 'c', name: 'Three', workCount: 5 },
  ]
  expect(rankEntities(entities, 'workCountDesc', 'en-US').map(({ id }) => id)).toEqual(['c', 'a', 'b'])
  expect(rankEntities(entities, 'nameAsc', 'en-US').map(({ id }) => id)).toEqual(['a', 'c', 'b'])
})
