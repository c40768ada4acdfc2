import { expect, test } from 'vitest'
import { lastDays } from './week.rules.ts'

const hourOf = (at: Date) => Math.floor(at.getTime() / 3_600_000)

test('each of the last seven days has what was heard in it, the last of them today', () => {
  const now = new Date(2026, 10, 24, 21, 30)
  const days = lastDays(
    [
      { hour: hourOf(new Date(2026, 10, 24, 20, 0)), seconds: 60 },
      { hour: hourOf(new Date(2026, 10, 24, 1, 0)), seconds: 30 },
      { hour: hourOf(new Date(2026, 10, 18, 12, 0)), seconds: 10 },
      { hour: hourOf(new Date(2026, 10, 17, 12, 0)), seconds: 99 },
    ],
    now,
  )
  expect(days.map(({ seconds }) => seconds)).toEqual([10, 0, 0, 0, 0, 0, 90])
  expect(days.map(({ at }) => at.getDate())).toEqual([18, 19, 20, 21, 22, 23, 24])
})
