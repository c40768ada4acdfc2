import { expect, test } from 'vitest'
import { narrowingOf } from './narrowing.rules.ts'

test('words and an order are no filter', () => {
  expect(narrowingOf({ q: 'rain', sort: 'random', seed: 7 })).toBeUndefined()
  expect(narrowingOf({ q: 'rain', makers: undefined })).toBeUndefined()
})

test('a filter stays without them', () => {
  expect(narrowingOf({ q: 'rain', sort: 'random', seed: 7, inLibrary: false })).toEqual({ inLibrary: false })
})
