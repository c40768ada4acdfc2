import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type Fields, numbersOf, record, standing } from './testing/fetch-json.ts'

const folder = process.env.KOEDANA_TEST_DATA
const market = standing({ works: 400 })

const Saved = v.union([
  v.tuple([v.record(v.string(), v.unknown())]),
  v.record(v.string(), v.record(v.string(), v.unknown())),
])

function saved(name: string): Fields {
  const parsed = v.parse(Saved, JSON.parse(readFileSync(join(folder ?? '', 'dlsite', name), 'utf8')))
  const [first] = Object.values(parsed)
  return v.parse(v.record(v.string(), v.unknown()), first)
}

/** `null` is compatible with anything, an empty list with a map. */
const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value

function differences(real: Fields, ours: Fields): string[] {
  const missing = Object.keys(real).filter((key) => !(key in ours))
  const more = Object.keys(ours).filter((key) => !(key in real))
  const other = Object.entries(real).filter(([key, value]) => {
    const kinds = [kindOf(value), kindOf(ours[key])]
    return key in ours && !kinds.includes('null') && kinds[0] !== kinds[1]
  })
  return [
    ...missing.map((key) => `-${key}`),
    ...more.map((key) => `+${key}`),
    ...other.map(([key]) => `~${key}`),
  ]
}

/** Returns a work with a series, a sale, all roles and sales, like the saved record. */
function likeTheSaved(): string {
  const alike = [...market().works.all()].find(
    ({ case: kind, series, discountRate, illustrators, sales, ratings }) =>
      kind === 'plain' &&
      series &&
      discountRate > 0 &&
      illustrators.length > 0 &&
      sales > 2500 &&
      ratings[4] > 0,
  )
  if (!alike) throw new Error('no work is like the saved one')
  return alike.id
}

test.skipIf(folder === undefined)('a record has the keys of a real one, each of its kind', async () => {
  expect(differences(saved('product_RJ01698658.json'), await record(market(), likeTheSaved()))).toEqual([])
})

test.skipIf(folder === undefined)('numbers have the keys of real ones, each of its kind', async () => {
  expect(differences(saved('ajax_shape_RJ01698658.json'), await numbersOf(market(), likeTheSaved()))).toEqual(
    [],
  )
})
