import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitAtMatches } from './emphasis.rules.ts'

const matches = (text: string, query: string) =>
  splitAtMatches(text, query)
    .filter(({ isMatch }) => isMatch)
    .map((part) => part.text)

test('a word is found whatever its case, width or kana', () => {
  expect(matches('Moon Tea', 'moon')).toEqual(['Moon'])
  expect(matches('Ｍｏｏｎ tea', 'moon')).toEqual(['Ｍｏｏｎ'])
  expect(matches('ラジオの夜', 'らじお')).toEqual(['ラジオ'])
})

test('every word of the query is found, each time it occurs', () => {
  expect(matches('雨の夜、雨の朝', '雨 朝')).toEqual(['雨', '雨', '朝'])
})

test('a phrase is found as a whole, an excluded word not at all', () => {
  expect(matches('rainy night radio', '"night radio" -rainy')).toEqual(['night radio'])
})

test('one character that stands for several is kept whole', () => {
  expect(matches('あと㍉だけ', 'みり')).toEqual(['㍉'])
})

test('the parts are the text again, and no neighbours are alike', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, query) => {
      const parts = splitAtMatches(text, query)
      expect(parts.map((part) => part.text).join('')).toBe(text)
      expect(parts.every((part, at) => part.isMatch !== parts[at - 1]?.isMatch)).toBe(true)
    }),
  )
})

test('nothing typed marks nothing', () => {
  expect(splitAtMatches('夜', '')).toEqual([{ text: '夜', isMatch: false }])
  expect(splitAtMatches('', '夜')).toEqual([])
})
