import { expect, test } from 'vitest'
import { msUntilReload } from './schedule-refresh.rules.ts'

const now = Date.parse('2026-11-20T03:00:00Z')
const inSeconds = (seconds: number) => ({ nextAt: new Date(now + seconds * 1000).toISOString() })

test('schedules are loaded again soon after the next one starts, and once a minute otherwise', () => {
  expect(msUntilReload([], now)).toBe(60_000)
  expect(msUntilReload([{ nextAt: null }, inSeconds(3_600)], now)).toBe(60_000)
  expect(msUntilReload([inSeconds(3_600), inSeconds(20)], now)).toBe(26_000)
  expect(msUntilReload([inSeconds(-30)], now)).toBe(6_000)
})
