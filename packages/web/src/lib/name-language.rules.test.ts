import { expect, test } from 'vitest'
import { editionLanguage, entityLanguage, nameLanguage } from './name-language.rules.ts'

test('one character of Japanese is enough, also among Latin letters and in half width', () => {
  for (const name of ['夜更けの部屋', 'studio ほし', 'ｻｰｸﾙ', '花']) expect(nameLanguage(name)).toBe('ja')
})

test('Hangul is Korean', () => {
  expect(nameLanguage('달빛 서재')).toBe('ko')
})

test('Latin letters, digits and marks alone leave the language to the page', () => {
  for (const name of ['Quiet Room', 'Éclair 2', '★ 100%', '', undefined]) {
    expect(nameLanguage(name)).toBeUndefined()
  }
})

test('a genre is in the language of the page unless kana say otherwise', () => {
  expect(entityLanguage('genres', '催眠')).toBeUndefined()
  expect(entityLanguage('genres', '耳かき')).toBe('ja')
  expect(entityLanguage('artists', '花')).toBe('ja')
})

test('characters of a Chinese edition are Chinese, kana never are', () => {
  expect(editionLanguage('夜雨', ['CHI_HANS'])).toBe('zh-Hans')
  expect(editionLanguage('夜雨', ['CHI_HANT'])).toBe('zh-Hant')
  expect(editionLanguage('よるのあめ', ['CHI_HANS'])).toBe('ja')
  expect(editionLanguage('夜雨', ['JPN'])).toBe('ja')
  expect(editionLanguage('Night rain', ['CHI_HANS'])).toBeUndefined()
})
