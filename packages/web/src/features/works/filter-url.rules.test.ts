import { expect, test } from 'vitest'
import { readFilterUrl } from './filter-url.rules.ts'

test('a field that was taken off is gone, whatever its kind', () => {
  const off = { genres: undefined, excludedGenres: undefined, minPrice: undefined, inLibrary: undefined }
  expect(readFilterUrl({ ...off, series: ['a'] })).toEqual({ series: ['a'] })
})
