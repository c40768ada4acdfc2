import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFolderName } from './names.rules.ts'
import { readParents } from './parent-folders.rules.ts'

const nothing = { maker: undefined, series: undefined }

test.each([
  ['月灯り工房/夜の図書館/RJ334212 雨', { maker: '月灯り工房', series: '夜の図書館' }],
  ['shelf/月灯り工房/夜の図書館/RJ334212 雨', { maker: '月灯り工房', series: '夜の図書館' }],
  ['_月灯り工房/_夜の図書館/雨', { maker: '月灯り工房', series: '夜の図書館' }],
  ['[月灯り工房]/夜の図書館/雨', { maker: '月灯り工房', series: '夜の図書館' }],
  ['Ursula Vane/The Slow Line/The Night Train', { maker: 'Ursula Vane', series: 'The Slow Line' }],
  ['月灯り工房/夜の図書館/[月灯り工房][RJ334212] 雨', { maker: '月灯り工房', series: '夜の図書館' }],
  ['月灯り工房/夜の図書館/[お茶会][RJ334212] 雨', { maker: 'お茶会', series: undefined }],
  ['_月灯り工房/RJ334212 雨', { maker: '月灯り工房', series: undefined }],
  ['月灯り工房/RJ334212 雨', nothing],
  ['ASMR/2024/RJ334212 雨', nothing],
  ['downloads/夜の図書館/RJ334212 雨', nothing],
  ['月灯り工房/RJ334/RJ334212 雨', nothing],
  ['月灯り工房/【バイノーラル】/雨', nothing],
  ['RJ334213 set/月灯り工房/雨', nothing],
  ['あ行/月灯り工房/雨', nothing],
  ['同じ/同じ/雨', nothing],
  ['雨', nothing],
  ['', nothing],
])('%s', (path, parents) => {
  expect(readParents(path, readFolderName(path.slice(path.lastIndexOf('/') + 1)))).toEqual(parents)
})

const name = fc
  .stringMatching(/^[\p{Script=Hiragana}\p{Script=Han}]{3,12}$/u)
  .map((text) => text.normalize('NFC'))
const marks = [
  'バイノーラル',
  '汉化组',
  '繁體中文版',
  'MP3',
  'ASMR',
  'KU100',
  '期間限定30%OFF',
  'ボイスドラマ',
  '个人汉化',
  '3時間',
]
const brackets = fc.constantFrom(['[', ']'], ['【', '】'])

test('a mark is never a circle, wherever it stands, and hides none', () => {
  const mark = fc
    .tuple(fc.constantFrom(...marks), brackets)
    .map(([text, [open, close]]) => open + text + close)
  fc.assert(
    fc.property(fc.array(mark, { maxLength: 3 }), name, name, (before, circle, title) => {
      expect(readFolderName(`${before.join('')}[${circle}][RJ334212] ${title}`).title).toBe(title)
      expect(readFolderName(`${before.join('')}RJ334212 ${title}`).maker).toBeUndefined()
      const { maker } = readFolderName(`${before.join('')}[${circle}社][RJ334212] ${title}`)
      expect(maker).toBe(`${circle}社`)
    }),
  )
})

test('what is reported is always the name of a folder above, or of the work itself', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 12 }), { maxLength: 5 }), fc.option(name), (parts, said) => {
      const path = parts.map((part) => part.replaceAll('/', '')).join('/')
      const { maker, series } = readParents(path, { maker: said ?? undefined })
      for (const name of [maker, series])
        if (name !== undefined && name !== said) expect(path.normalize('NFC')).toContain(name)
      if (series !== undefined) expect(maker).toBeDefined()
    }),
  )
})
