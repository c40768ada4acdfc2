/** Random catalogs, queries and viewers: small enough for thorough tests, odd enough to reach every edge case. */

import { workSorts } from '@koedana/contract/filters.ts'
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import { entityKinds, locales, matches, periods } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { instantColumns, numberColumns, unknown } from '../model/generation.ts'
import { allAges, type Since, type Viewer, type WorkQuery } from '../model/query.ts'
import type { WorkRow } from '../model/row.ts'
import { type Terms, termsOf } from '../text/terms.rules.ts'

/** Few distinct values make ties and matches common. */
const number = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constant(unknown))
const instant = fc.oneof(
  fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_004 }),
  fc.constant(Number.NaN),
)
export const largestEntity = 5
const entity = fc.integer({ min: 0, max: largestEntity })
const entities = (most: number) => fc.uniqueArray(entity, { maxLength: most })
/** More works than bits in a word, so that bitsets have several words. */
const maxWorks = 100
export const largestKey = 2 * maxWorks
const key = fc.integer({ min: 0, max: largestKey })
/** Mostly returns the default, which does not restrict, so that combined conditions still match something. */
const mostly = <T>(usual: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })

/** Few letters make common substrings likely. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '星', '雨'), minLength: 1, maxLength: 4 })
const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))

export const workRow: fc.Arbitrary<WorkRow> = fc.record({
  key,
  age: fc.integer({ min: 1, max: 3 }),
  ...recordOf(numberColumns, () => number),
  addedAt: instant,
  createdAt: instant,
  updatedAt: instant,
  languages: fc.integer({ min: 0, max: 15 }),
  inLibrary: fc.boolean(),
  hasLyrics: fc.boolean(),
  lyricsLanguages: fc.integer({ min: 0, max: 15 }),
  editionOf: fc.oneof(
    { weight: 3, arbitrary: fc.constant(-1) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 12 }).map((original) => original * 16) },
  ),
  entities: fc.record({
    makers: entities(1),
    series: entities(1),
    artists: entities(4),
    illustrators: entities(2),
    genres: entities(6),
  }),
  texts: fc.uniqueArray(text, { maxLength: 3 }),
  growth: fc.record({ daily: number, weekly: number, monthly: number, yearly: number }),
})

/** No work is an edition of an edition: such chains have their own test. */
export const workRows = fc
  .uniqueArray(workRow, { maxLength: maxWorks, size: 'max', selector: (row) => row.key })
  .map((rows) => likeTranslations(flattenEditions(rows)))

/** Gives most editions the values of their first edition, except numbers and languages; every third work differs in everything. */
function likeTranslations(rows: readonly WorkRow[]): WorkRow[] {
  const firsts = new Map<number, WorkRow>()
  return rows.map((row) => {
    const original = row.editionOf < 0 ? row.key : row.editionOf
    const first = firsts.get(original) ?? row
    firsts.set(original, first)
    const { age, entities, texts, releaseDay } = first
    return row.key % 3 === 0 ? row : { ...row, age, entities, texts, releaseDay }
  })
}

export function flattenEditions(rows: readonly WorkRow[]): WorkRow[] {
  const originals = new Set(rows.map(({ editionOf }) => editionOf))
  return rows.map((row) => (originals.has(row.key) ? { ...row, editionOf: -1 } : row))
}

const kind = fc.constantFrom(...entityKinds)
/** Includes keys that no work has. */
const keys = (least: number) =>
  fc.array(fc.integer({ min: -1, max: 8 }), { minLength: least, maxLength: 3, size: 'max' })
const excluded = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(fc.record({ kind, keys: keys(0) }), { maxLength: 2, size: 'max' }) },
)
const included = fc.record({ kind, keys: keys(1), match: fc.constantFrom(...matches) })
const range = fc.record({
  column: fc.constantFrom(...numberColumns),
  min: fc.integer({ min: 0, max: 4 }),
  max: fc.integer({ min: 2, max: 6 }),
})
const search = fc
  .array(
    fc.tuple(fc.constantFrom('', '', '-'), word).map(([sign, some]) => sign + some),
    { minLength: 1, maxLength: 3 },
  )
  .map((words) => termsOf(words.join(' ')))
const flag = mostly<boolean | undefined>(undefined, fc.boolean())

/** Sets with the same keys have the same name, as `WorkSet` requires. */
const within = fc.array(
  fc
    .record({ keys: fc.uniqueArray(key, { maxLength: 6, size: 'max' }), isWanted: fc.boolean() })
    .map(({ keys, isWanted }) => ({ name: keys.toSorted().join(), keys: new Set(keys), isWanted })),
  { maxLength: 2, size: 'max' },
)

export const workQuery: fc.Arbitrary<WorkQuery> = fc.record({
  ages: mostly(allAges, fc.constantFrom(0b0010, 0b0110, 0b1000, 0)),
  year: mostly<number | undefined>(undefined, fc.constant(1970)),
  search: mostly<Terms | undefined>(undefined, search),
  ranges: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(range, { maxLength: 2, size: 'max' }) },
  ),
  included: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(included, { maxLength: 2, size: 'max' }) },
  ),
  excluded,
  excludedWorks: fc.array(key, { maxLength: 4, size: 'max' }),
  languages: mostly(0, fc.constantFrom(1, 6)),
  inLibrary: flag,
  hasLyrics: flag,
  lyricsLanguages: mostly(0, fc.constantFrom(1, 6, 8)),
  since: mostly<Since | undefined>(
    undefined,
    fc.record({ column: fc.constantFrom(...instantColumns), after: instant }),
  ),
  within: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: within }),
  editions: fc.constantFrom('representative', 'all'),
  sort: fc.constantFrom(...workSorts),
  seed: fc.integer({ min: 0, max: 3 }),
  period: fc.constantFrom(...periods),
  offset: fc.constantFrom(0, 0, 0, 1, 2, 3, 5, 8, 24, 48, 90),
  limit: fc.constantFrom(0, 1, 5, 24),
})

export const viewer: fc.Arbitrary<Viewer> = fc.record({
  ages: fc.constantFrom(0b0010, 0b0110, allAges, allAges, 0b1000),
  excluded,
  locale: fc.constantFrom(...locales),
})
