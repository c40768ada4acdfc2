import { expect, test } from 'vitest'
import { changesOf, type Draft, draftOf, faultsOf } from './draft.rules.ts'
import { work } from './testing/shown-work.ts'

const stored = draftOf({ work, names: { 'ko-KR': '지붕', 'en-US': 'Rain on the roof' }, editionOf: null })
const sent = (change: Partial<Draft>) => changesOf(stored, { ...stored, ...change })

test('what is as it was is not sent', () => {
  expect(sent({})).toEqual({ values: {}, faults: {} })
  expect(sent({ name: ' 雨と屋根 ', price: '1,100', writers: 'Ren\n\n Sora ' }).values).toEqual({})
})

test('the languages of the interface come first among the names, and empty ones are not sent', () => {
  expect(stored.names.map(({ locale }) => locale)).toEqual(['zh-CN', 'en-US', 'ja-JP', 'ko-KR'])
  const names = stored.names.map((one) => (one.locale === 'en-US' ? { ...one, name: 'Roof rain' } : one))
  expect(sent({ names }).values).toEqual({ names: { 'en-US': 'Roof rain', 'ko-KR': '지붕' } })
})

test('numbers, lists and entities go as the contract wants them, and empty ones empty the field', () => {
  const change = sent({
    price: '',
    sales: '12,345',
    rating: '4.25',
    maker: [],
    series: [{ name: 'Evenings' }],
    genres: [{ id: 'g1', name: 'Rain' }, { name: 'Roofs' }],
    musicians: 'Kaito',
    languages: ['JPN', 'ENG'],
  })
  expect(change.values).toEqual({
    price: null,
    sales: 12345,
    rating: 4.25,
    maker: null,
    series: { name: 'Evenings' },
    genres: [{ id: 'g1' }, { name: 'Roofs' }],
    musicians: ['Kaito'],
    languages: ['ENG', 'JPN'],
  })
})

test('what does not fit is shown beside its field and nothing is sent', () => {
  const change = sent({
    name: ' ',
    price: 'cheap',
    sales: '-1',
    rating: '7',
    releaseDate: '2026-02-30',
    editionOf: 'x',
  })
  expect(change).toEqual({
    values: {},
    faults: {
      name: 'required',
      price: 'integerExpected',
      sales: 'numberTooSmall',
      rating: 'numberTooLarge',
      releaseDate: 'dateExpected',
      editionOf: 'workIdExpected',
    },
  })
})

test('what the server refuses stands beside its field', () => {
  const faults = { 'body.values.genres': 'valueUnknown', 'body.values.names.xx': 'localeUnknown' }
  expect(faultsOf(faults)).toEqual({ genres: 'valueUnknown', names: 'localeUnknown' })
})
