import { expect, test } from 'vitest'
import { createServerFileMatcher } from './server-files.rules.ts'

test('what the server keeps in a folder below the root is ours, and what lies beside it is not', () => {
  const isOurs = createServerFileMatcher('koedana/data')
  expect(isOurs('koedana/data/covers')).toBe(true)
  expect(isOurs('koedana/data/covers/RJ01000001/a/240.webp')).toBe(true)
  expect(isOurs('koedana/data/koedana.sqlite-wal')).toBe(true)
  expect(isOurs('koedana/data/before-restore-2026-01-01T00-00-00.000Z/covers')).toBe(true)
  expect(isOurs('koedana/data')).toBe(false)
  expect(isOurs('koedana/data/library/RJ01000001/covers/1.mp3')).toBe(false)
  expect(isOurs('covers/RJ01000001/1.mp3')).toBe(false)
  expect(isOurs('koedana/database/covers')).toBe(false)
})

test('the root may be the data folder itself', () => {
  const isOurs = createServerFileMatcher('')
  expect(isOurs('covers/RJ01000001')).toBe(true)
  expect(isOurs('RJ01000001/covers')).toBe(false)
})

test('nothing is ours where the data folder lies elsewhere', () => {
  expect(createServerFileMatcher(undefined)('covers/RJ01000001/1.mp3')).toBe(false)
})
