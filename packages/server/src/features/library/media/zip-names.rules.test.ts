import fc from 'fast-check'
import { expect, test } from 'vitest'
import { zipFolderName, zipPaths } from './zip-names.rules.ts'

test('a folder is called by its id and its title, as every system can name it', () => {
  expect(zipFolderName('RJ334212', '雨: "夜"/後編...')).toBe('RJ334212 雨_ _夜__後編')
  expect(zipFolderName('RJ334212', '')).toBe('RJ334212')
})

test('files of one name get numbers', () => {
  const files = [
    { folder: 'MP3', name: 'a.mp3' },
    { folder: 'mp3', name: 'A.mp3' },
    { folder: 'MP3', name: 'a (2).mp3' },
    { folder: '', name: 'readme' },
  ]
  expect(zipPaths(files)).toEqual(['MP3/a.mp3', 'mp3/A (2).mp3', 'MP3/a (2) (2).mp3', 'readme'])
})

test('no name leads out of the folder, and no two are the same', () => {
  const part = fc.oneof(fc.constantFrom('..', '.', 'a', '\\', 'C:', '../x', 'A'), fc.string())
  const file = fc.record({ folder: fc.array(part).map((parts) => parts.join('/')), name: part })
  fc.assert(
    fc.property(fc.array(file), (files) => {
      const names = zipPaths(files)
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(files.length)
      for (const name of names) expect(name).not.toMatch(/\\|:|(?:^|\/)\.{1,2}(?:\/|$)|^\//)
    }),
  )
})

test('no file is called what a folder is', () => {
  const files = [
    { folder: '', name: 'Rain' },
    { folder: 'rain', name: '1.mp3' },
  ]
  expect(zipPaths(files)).toEqual(['Rain (2)', 'rain/1.mp3'])
})
