import { expect, test } from 'vitest'
import { hasSettled, isRescanDue, recordChange } from './scan-due.rules.ts'

const delay = { quietMs: 10, maxMs: 100 }

test('a change has settled after some quiet, and in any case after the longest wait', () => {
  const first = recordChange(undefined, 1_000)
  expect(hasSettled(first, delay, 1_009)).toBe(false)
  expect(hasSettled(first, delay, 1_010)).toBe(true)
  const again = recordChange(first, 1_009)
  expect(hasSettled(again, delay, 1_018)).toBe(false)
  expect(hasSettled(again, delay, 1_019)).toBe(true)
  const busy = recordChange(again, 1_099)
  expect(hasSettled(busy, delay, 1_099)).toBe(false)
  expect(hasSettled(busy, delay, 1_100)).toBe(true)
})

test('a regular scan is due so many hours after the last one, and never before the first', () => {
  const look = { rescanHours: 2, lastScanAt: '2026-11-20T12:00:00.000Z' }
  expect(isRescanDue(look, new Date('2026-11-20T13:59:59.999Z'))).toBe(false)
  expect(isRescanDue(look, new Date('2026-11-20T14:00:00.000Z'))).toBe(true)
  expect(isRescanDue({ ...look, rescanHours: null }, new Date('2027-01-01T00:00:00.000Z'))).toBe(false)
  expect(isRescanDue({ ...look, lastScanAt: undefined }, new Date('2027-01-01T00:00:00.000Z'))).toBe(false)
})
