import { describe, expect, test } from 'vitest'
import { formatClock, formatsFor } from './format.rules.ts'

describe('formats', () => {
  test('a price carries the narrow yen sign in every language', () => {
    for (const locale of ['zh-CN', 'en-US', 'ja-JP']) {
      expect(formatsFor(locale).price(1760)).toBe(locale === 'ja-JP' ? '1,760円' : '¥1,760')
    }
  })

  test('a plain date is the same day in every time zone', () => {
    expect(formatsFor('en-US').date('2026-08-22')).toBe('Aug 22, 2026')
  })

  test('durations leave out the part that is nothing', () => {
    const { duration } = formatsFor('en-US')
    expect([duration(20), duration(1980), duration(3600), duration(3900)]).toEqual([
      '1 min',
      '33 min',
      '1 hr',
      '1 hr 5 min',
    ])
  })
})

test('a clock shows hours only where there are some', () => {
  expect([formatClock(0), formatClock(7.9), formatClock(754), formatClock(3723), formatClock(-3)]).toEqual([
    '0:00',
    '0:07',
    '12:34',
    '1:02:03',
    '0:00',
  ])
})
