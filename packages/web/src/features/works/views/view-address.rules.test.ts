import { expect, test } from 'vitest'
import { viewSearchOf, viewShownBy } from './view-address.rules.ts'

const view = (name: string, search: object) => ({ id: name, name, search, newCount: 0 })
const rain = view('rain', { genres: ['1', '2'], sort: 'random' })
const short = view('short', { maxDuration: 900 })

test('an address shows the view of the same filter and order, whatever the shuffle', () => {
  expect(viewShownBy({ sort: 'random', seed: 7, genres: ['2', '1'] }, [short, rain])).toBe(rain)
  expect(viewShownBy({ genres: ['2', '1'] }, [short, rain])).toBeUndefined()
  expect(viewShownBy({ maxDuration: 900, q: undefined }, [short, rain])).toBe(short)
  expect(viewShownBy({ maxDuration: 900, q: 'rain' }, [short, rain])).toBeUndefined()
})

test('the seed is kept in no view', () => {
  expect(viewSearchOf({ seed: 3, sort: 'random' })).toEqual({ sort: 'random' })
})
