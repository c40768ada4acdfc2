import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSegment, findLines, type LyricsTerm } from './segment.rules.ts'

const wanted = (...spellings: string[]): LyricsTerm => ({ spellings, isExcluded: false })
const unwanted = (spelling: string): LyricsTerm => ({ spellings: [spelling], isExcluded: true })

function find(texts: readonly (readonly string[])[], ...terms: LyricsTerm[]): number[] {
  const { lists, ...tables } = buildSegment(texts.map((lines, at) => ({ key: at + 1, workKey: 9, lines })))
  return [...findLines(tables, terms, (start, end) => lists.subarray(start, end))]
}

const texts = [['雨が降る', '雨の音が好き'], [], ['星が降る夜、雨の音', '雨']]

test('words of two characters and more are found, line by line', () => {
  expect(find(texts, wanted('雨の'))).toEqual([1, 2])
  expect(find(texts, wanted('が降る'))).toEqual([0, 2])
  expect(find(texts, wanted('雨の音が'))).toEqual([1])
  expect(find(texts, wanted('ない'))).toEqual([])
  expect(find(texts, wanted('雨'))).toEqual([])
  expect(find([], wanted('雨の'))).toEqual([])
})

test('terms stand in one line, other spellings are enough, and unwanted ones take away', () => {
  expect(find(texts, wanted('降る'), wanted('雨の'))).toEqual([2])
  expect(find(texts, wanted('ame', '雨が'))).toEqual([0])
  expect(find(texts, wanted('雨が', '音が'))).toEqual([0, 1])
  expect(find(texts, wanted('雨の'), unwanted('好き'))).toEqual([2])
  expect(find(texts, unwanted('好き'))).toEqual([])
})

test('pairs at the wrong distance, or in two lines, are no word', () => {
  expect(find([['abxcd', 'cdab']], wanted('abcd'))).toEqual([])
  expect(find([['ab', 'cd']], wanted('abcd'))).toEqual([])
  expect(find([['aaaa', 'aaa']], wanted('aaaa'))).toEqual([0])
})

const line = fc.string({ unit: fc.constantFrom('a', 'b', '雨', '\ud83d', ' '), maxLength: 200 })

test('it finds what a search through all lines finds', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '雨', ' '), minLength: 2, maxLength: 7 })
  fc.assert(
    fc.property(
      fc.array(fc.array(line, { maxLength: 6 }), { maxLength: 6 }),
      word,
      word,
      (some, one, other) => {
        const all = some.flat()
        const expected = all.flatMap((text, at) => (text.includes(one) && !text.includes(other) ? [at] : []))
        expect(find(some, wanted(one), unwanted(other))).toEqual(one === other ? [] : expected)
      },
    ),
  )
})
