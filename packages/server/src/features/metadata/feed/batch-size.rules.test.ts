import { expect, test } from 'vitest'
import { leastWorks, mostWorks, nextBatchSize } from './batch-size.rules.ts'

test('a slow transaction makes the next one smaller at once, a quick one lets it grow by a quarter', () => {
  expect(nextBatchSize(400, 80)).toBe(100)
  expect(nextBatchSize(100, 1)).toBe(125)
})

test('a batch is never smaller than a few works nor larger than what memory is meant for', () => {
  expect(nextBatchSize(leastWorks, 10_000)).toBe(leastWorks)
  expect(nextBatchSize(mostWorks, 0)).toBe(mostWorks)
})
