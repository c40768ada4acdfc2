import { describe, expect, test } from 'vitest'
import { backupName, defaultRetention, expiredBackups, madeAtOf } from './retention.rules.ts'

/** 2026-11-23 is a Monday. */
const at = (day: string, time = '04:00:00') => new Date(`2026-${day}T${time}Z`)
const names = (...days: string[]) => days.map((day) => backupName(at(day)))

test('a name says when it was made, to the second', () => {
  expect(backupName(new Date('2026-11-25T03:41:07.999Z'))).toBe('koedana-2026-11-25T03-41-07Z.tar')
  expect(madeAtOf('koedana-2026-11-25T03-41-07Z.tar')).toEqual(new Date('2026-11-25T03:41:07.000Z'))
})

test.each([
  'koedana.sqlite',
  'koedana-2026-11-25T03-41-07Z.tar.part',
  'my-koedana-2026-11-25T03-41-07Z.tar',
  'koedana-2026-13-45T99-41-07Z.tar',
  'before-migration-2026-11-25T03-41-07.000Z.sqlite',
])('%s is none of ours, and stays', (name) => {
  expect(madeAtOf(name)).toBeUndefined()
  expect(expiredBackups([name], { days: 0, weeks: 0 })).toEqual([])
})

describe('what is kept', () => {
  test('the newest of each of seven days, and of four weeks', () => {
    const days = [
      '11-25',
      '11-24',
      '11-23',
      '11-22',
      '11-21',
      '11-20',
      '11-19',
      '11-18',
      '11-17',
      '11-15',
      '11-08',
      '11-02',
      '11-01',
    ]
    // The week of the 16th is represented by days that are kept anyway.
    expect(expiredBackups(names(...days), defaultRetention)).toEqual(
      names('11-18', '11-17', '11-02', '11-01'),
    )
  })

  test('days without a backup do not count', () => {
    expect(expiredBackups(names('11-25', '06-01', '01-01'), { days: 3, weeks: 0 })).toEqual([])
  })

  test('of one day the newest', () => {
    const twice = [backupName(at('11-25', '04:00:00')), backupName(at('11-25', '05:00:00'))]
    expect(expiredBackups(twice, { days: 7, weeks: 4 })).toEqual(twice.slice(0, 1))
  })

  test('a week goes from Monday to Sunday', () => {
    expect(expiredBackups(names('11-23', '11-22', '11-16'), { days: 0, weeks: 2 })).toEqual(names('11-16'))
  })

  test('the newest, whatever is wished', () => {
    expect(expiredBackups(names('11-25', '11-24'), { days: 0, weeks: 0 })).toEqual(names('11-24'))
  })
})
