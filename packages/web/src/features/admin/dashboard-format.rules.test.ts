import { expect, test } from 'vitest'
import { formatsFor } from '../../lib/format.rules.ts'
import { dashboardFormatsFor } from './dashboard-format.rules.ts'

const { size, instantIn } = dashboardFormatsFor('en-US')

test('sizes pick the largest unit that stays above one', () => {
  expect([size(0), size(999), size(12_400_000), size(3_000_000_000_000_000)]).toEqual([
    '0 bytes',
    '999 bytes',
    '12.4 MB',
    '3,000 TB',
  ])
})

test('an instant is shown by the clocks of its zone, and by those here where there is none such', () => {
  const at = '2026-08-22T19:00:00.000Z'
  expect(instantIn(at, 'Asia/Tokyo')).toMatch(/^Aug 23, 2026, 4:00\sAM$/)
  expect(instantIn(at, 'Asia/Nowhere')).toBe(formatsFor('en-US').instant(at))
})
