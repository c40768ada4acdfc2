import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Absence, isConfirmedAbsent, nextAbsence, noAbsence } from './absence.rules.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString()

describe('a work that is not there', () => {
  test('is looked up again after a day, then seven, then thirty where it never was there', () => {
    const first = nextAbsence(noAbsence, { wasThere: false, now: day(0) })
    expect(first).toEqual({ absences: 1, absent_since: day(0), retry_at: day(1) })
    const second = nextAbsence(first, { wasThere: false, now: day(1) })
    expect(second).toEqual({ absences: 2, absent_since: day(0), retry_at: day(8) })
    const third = nextAbsence(second, { wasThere: false, now: day(9) })
    expect(third).toEqual({ absences: 3, absent_since: day(0), retry_at: day(39) })
    expect(nextAbsence(third, { wasThere: false, now: day(40) }).retry_at).toBe(day(70))
  })

  test('counts as gone after three looks, each three days after the last at least', () => {
    const checks = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(checks, (gaps) => {
        let known: Absence = noAbsence
        let now = 0
        const counted: number[] = []
        for (const gap of gaps) {
          const next = nextAbsence(known, { wasThere: true, now: day(now) })
          if (next.absences > known.absences) counted.push(now)
          known = next
          now += gap
        }
        expect(counted.every((at, i) => i === 0 || at - (counted[i - 1] ?? at) >= 3)).toBe(true)
        expect(isConfirmedAbsent(known)).toBe(counted.length >= 3)
      }),
    )
  })

  test('a lookup by a person ahead of its time counts nothing', () => {
    const first = nextAbsence(noAbsence, { wasThere: true, now: day(0) })
    expect(nextAbsence(first, { wasThere: true, now: day(2) })).toBe(first)
  })
})
