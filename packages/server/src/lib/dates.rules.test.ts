import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf, millisecondsOf } from './dates.rules.ts'

const years = {
  min: new Date('1000-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
}

test('instants read as the platform reads them', () => {
  fc.assert(
    fc.property(fc.date(years), (date) => {
      expect(millisecondsOf(date.toISOString())).toBe(date.getTime())
    }),
  )
})

test('days are whole days since 1970, before it too', () => {
  expect(dayOf('1970-01-01')).toBe(0)
  expect(dayOf('1969-12-31')).toBe(-1)
  expect(dayOf('2024-02-29')).toBe(19_782)
})
