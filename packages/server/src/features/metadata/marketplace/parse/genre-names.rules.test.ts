import { expect, test } from 'vitest'
import { knownGenreName, withNames } from './genre-names.rules.ts'
import { genreNames } from './known-genres.rules.ts'

const work = {
  id: 'RJ123456',
  name: 'お茶',
  genres: [
    { id: '56', name: '癒し' },
    { id: '999999', name: '新' },
  ],
}

test('a hundred and fifty genres are known, each once, by id and some name', () => {
  const ids = genreNames
    .trim()
    .split('\n')
    .map((line) => line.split('|')[0] ?? '')
  expect(new Set(ids).size).toBe(150)
  for (const id of ids) expect(knownGenreName(id)).toMatch(/\S/)
  expect(knownGenreName('999999')).toBeUndefined()
})

test('names in responses come first, then those that are known', () => {
  const english = {
    locale: 'en-US',
    name: 'Tea',
    genres: new Map([
      ['56', 'Soothing'],
      ['999999', 'New'],
    ]),
  } as const
  const { names, genres } = withNames(work, [english])
  expect(names).toEqual({ 'en-US': 'Tea' })
  expect(genres).toEqual([
    {
      id: '56',
      name: '癒し',
      names: { 'ja-JP': '癒し', 'en-US': 'Soothing', 'zh-CN': '治愈', 'zh-TW': expect.any(String) },
    },
    { id: '999999', name: '新', names: { 'ja-JP': '新', 'en-US': 'New' } },
  ])
})

test('a name that is the same in another locale is no name of that locale', () => {
  const same = { locale: 'zh-CN', name: 'お茶', genres: new Map() } as const
  expect(withNames(work, [same]).names).toBeUndefined()
  expect(withNames({ id: 'RJ123456' }, [])).toEqual({ id: 'RJ123456' })
})
