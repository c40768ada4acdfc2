import { expect, test } from 'vitest'
import { formatAgo } from './relative-time.rules.ts'

test.each([
  ['2026-11-20T12:00:00.000Z', 'now'],
  ['2026-11-20T12:00:30.000Z', 'now'],
  ['2026-11-20T11:59:00.000Z', '1 minute ago'],
  ['2026-11-20T09:30:00.000Z', '2 hours ago'],
  ['2026-11-19T11:00:00.000Z', 'yesterday'],
  ['2026-11-01T12:00:00.000Z', '19 days ago'],
])('%s is %s', (at, said) => {
  expect(formatAgo('en-US', at, new Date('2026-11-20T12:00:00.000Z'))).toBe(said)
})
