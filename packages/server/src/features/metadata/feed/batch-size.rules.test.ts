import { expect, test } from 'vitest'
import { maxWorks, minWorks, nextBatchSize, targetMs } from './batch-size.rules.ts'

test('a slow transaction makes the next one smaller at once, a quick one lets it grow by a quarter', () => {
  expect(nextBatchSize({ works: 400, took: 80, wanted: 20 })).toBe(100)
  expect(nextBatchSize({ works: 100, took: 1, wanted: 20 })).toBe(125)
})

test('a batch is never smaller than a few works nor larger than what memory is meant for', () => {
  expect(nextBatchSize({ works: minWorks, took: 10_000, wanted: 20 })).toBe(minWorks)
  expect(nextBatchSize({ works: maxWorks, took: 0, wanted: 20 })).toBe(maxWorks)
})

test('PostgreSQL is given more at once than SQLite for the same time a work', () => {
  const next = (wanted: number) => nextBatchSize({ works: 200, took: 80, wanted })
  expect(next(targetMs.postgres)).toBeGreaterThan(next(targetMs.sqlite) * 4)
})
