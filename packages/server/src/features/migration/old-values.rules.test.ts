import { expect, test } from 'vitest'
import { oldFileFinder } from './old-files.rules.ts'
import { circleIdOf, genreIdOf, isMarketId, isOwnId, oldIdIn } from './old-id.rules.ts'
import { instantIn, jsonIn, numberIn, pathIn, textIn } from './old-values.rules.ts'

test('ids of each generation mean the same works', () => {
  const ids = [
    [123456, 'RJ123456'],
    ['0123456', 'RJ123456'],
    [1, 'RJ000001'],
    [1_234_567, 'RJ01234567'],
    [10 ** 12 + 123_456, 'BJ123456'],
    [2 * 10 ** 12 + 12_345_678, 'VJ12345678'],
    [3 * 10 ** 12 + 7, 'CC000007'],
    ['rj123456', 'RJ123456'],
    ['d_215444', 'd_215444'],
    [4 * 10 ** 12, '4000000000000'],
    [10 ** 8, '100000000'],
    [0, '0'],
    [-5, '-5'],
    [1.5, '1.5'],
  ] as const
  expect(ids.map(([old]) => oldIdIn(old))).toEqual(ids.map(([, id]) => id))
  expect([null, undefined, '', ' ', Buffer.from('x'), {}].map(oldIdIn)).toEqual(Array(6).fill(undefined))
  expect(['RJ123456', 'CC000007', 'd_215444'].map(isMarketId)).toEqual([true, false, false])
  expect(['RJ123456', 'CC000007', 'CC'].map(isOwnId)).toEqual([false, true, false])
  expect([12345, 10 ** 9 + 5, 2 * 10 ** 9 + 123_456, 0, -1, 'a-uuid', 3 * 10 ** 9].map(circleIdOf)).toEqual([
    'RG12345',
    'BG00005',
    'VG123456',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect([56, '56', 0, -1, 10 ** 6, 'x'].map(genreIdOf)).toEqual([
    '56',
    '56',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('times, numbers, texts and paths are read in every spelling, and nonsense is nothing', () => {
  const instant = '2024-05-06T07:08:09.000Z'
  const ms = Date.parse(instant)
  for (const one of [
    '2024-05-06 07:08:09',
    instant,
    '2024-05-06T09:08:09+02:00',
    '2024-05-06 09:08:09 +0200',
    ms,
    ms / 1000,
    String(ms),
  ])
    expect([one, instantIn(one)]).toEqual([one, instant])
  for (const one of ['yesterday', '2024-13-45 00:00:00', '', null, 0, -1, 1e300, '1970-01-01 00:00:00'])
    expect([one, instantIn(one)]).toEqual([one, undefined])
  expect(['7', ' -1.5 ', 7, 7n, '1e9', 'x', Number.NaN, null].map(numberIn)).toEqual([
    7,
    -1.5,
    7,
    7,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(['a\0b', '\ud800', '  ', 5, null].map(textIn)).toEqual(['ab', '\ufffd', undefined, '5', undefined])
  expect(['a\\b/./c', '/a//b/', '../x', 'a/../b', ''].map(pathIn)).toEqual([
    'a/b/c',
    'a/b',
    undefined,
    undefined,
    undefined,
  ])
  expect(['{"a":1}', '{', 7, `[${' '.repeat(9_000_000)}]`].map(jsonIn)).toEqual([
    { a: 1 },
    undefined,
    undefined,
    undefined,
  ])
})

test('a file is the one of its path, else of its name in its folder, else of a name that only one has', () => {
  const file = (id: string, path: string, folder: string, isSound = true) => ({
    id,
    storageKey: 1,
    path,
    folder,
    isSound,
  })
  const find = oldFileFinder(
    [
      file('a', 'shelf/work/1.mp3', ''),
      file('b', 'shelf/work/cd1/1.mp3', 'cd1'),
      file('c', 'shelf/work/cd2/1.mp3', 'cd2'),
      file('d', 'shelf/work/cd2/only.mp3', 'cd2'),
      file('p', 'shelf/work/cd2/picture.jpg', 'cd2', false),
    ],
    { storageKey: 1, dir: 'shelf/work' },
  )
  expect(find({ path: 'cd2/1.mp3' })).toBe('c')
  expect(find({ title: '1.mp3', folder: 'cd1' })).toBe('b')
  expect(find({ title: 'only.mp3', folder: 'moved' })).toBe('d')
  expect(find({ title: '1.mp3', folder: 'moved' })).toBeUndefined()
  expect(find({ path: 'cd9/only.mp3' })).toBe('d')
  // Found by position in the list: folders come after top-level files, and images are never found.
  expect([0, 1, 2, 3, 4, 9].map((index) => find({ index }))).toEqual([
    'a',
    'b',
    'c',
    'd',
    undefined,
    undefined,
  ])
  expect(find({})).toBeUndefined()
})
