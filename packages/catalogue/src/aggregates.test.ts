import { entitySorts } from '@koedana/contract/entities.ts'
import { entityKinds, locales } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Catalogue } from './catalogue.ts'
import type { Facets } from './facets.ts'
import { bucketOf } from './histogram.rules.ts'
import { isVisibleRow } from './match.ts'
import { allAges, everything, type Viewer, type WorkFilter } from './query.ts'
import type { WorkRow } from './row.ts'
import { countKindPlainly, countPlainly, rankPlainly } from './testing/aggregates-oracle.ts'
import { flattenEditions, viewer, workQuery, workRows } from './testing/arbitraries.ts'
import { idOf, renaming, sameCatalogues, textOfNow } from './testing/entity-names.ts'
import { catalogueOf } from './testing/generation-of.ts'
import { simdKernel } from './testing/simd-kernel.ts'

const kind = fc.constantFrom(...entityKinds)
const sort = fc.constantFrom(...entitySorts)
const page = { offset: 0, limit: 100 }
const textOf = (_: unknown, key: number) => idOf(key)

/** On both kernels, and with half of the works as changes. */
function cataloguesOf(rows: readonly WorkRow[]): Catalogue[] {
  const half = rows.slice(0, Math.floor(rows.length / 2))
  return [
    catalogueOf(rows),
    catalogueOf(rows, simdKernel),
    catalogueOf(half).withChanges(rows.slice(half.length), []),
  ]
}

test('facets count what the plain filter counts, with and without changes', () => {
  fc.assert(
    fc.property(
      workRows,
      fc.array(fc.tuple(workQuery, kind), { minLength: 8, maxLength: 8 }),
      viewer,
      (rows, asked, asking) => {
        const catalogues = cataloguesOf(rows)
        for (const [filter, which] of asked) {
          const plainly = <T>(some: Partial<WorkFilter>, valuesOf: (row: WorkRow) => readonly T[]) =>
            countPlainly(rows, { filter: { ...filter, ...some }, viewer: asking }, valuesOf)
          const ranges = filter.ranges.filter(({ column }) => column !== 'sales')
          const expected = {
            [which]: countKindPlainly(rows, which, { filter, viewer: asking }),
            ages: plainly({ ages: allAges }, ({ age }) => [age]),
            years: plainly({ year: undefined }, yearsOf),
            languages: plainly({ languages: 0 }, spokenIn),
            sales: plainly({ ranges }, ({ sales }) => (sales < 0 ? [] : [bucketOf('sales', sales)])),
          }
          const query = { filter, kinds: [which], histograms: ['sales'] as const }
          for (const catalogue of catalogues) {
            const found = catalogue.facets({ ...query, ages: true, years: true, languages: true }, asking)
            expect({
              [which]: counted(found.entities[which]),
              ages: new Map([1, 2, 3].flatMap((age) => entry(age, ageOf(found, age)))),
              years: found.years,
              languages: counted(found.languages),
              sales: counted(found.histograms.sales),
            }).toEqual(expected)
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('a facet counts as many works as its choice leads to, in every language', () => {
  fc.assert(
    fc.property(
      workRows,
      fc.array(fc.tuple(workQuery, kind), { minLength: 4, maxLength: 4 }),
      viewer,
      (rows, asked, asking) => {
        const catalogues = cataloguesOf(rows)
        for (const [filter, which] of asked) {
          const included = filter.included.filter((one) => one.kind !== which || one.match === 'all')
          for (const catalogue of catalogues) {
            const total = catalogue.count(filter, asking)
            const { entities } = catalogue.facets({ filter, kinds: [which] }, asking)
            for (const locale of locales) {
              const reader = { ...asking, locale }
              expect(catalogue.count(filter, reader)).toBe(total)
              entities[which]?.forEach((count, key) => {
                const chosen = [...included, { kind: which, keys: [key], match: 'all' as const }]
                expect(catalogue.count({ ...filter, included: chosen }, reader)).toBe(count)
              })
            }
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('entities are ranked as the plain sums say and ties by id, with and without changes', () => {
  fc.assert(
    fc.property(
      workRows,
      fc.array(fc.tuple(workQuery, kind, sort), { minLength: 8, maxLength: 8 }),
      fc.tuple(viewer, renaming),
      (rows, asked, [asking, names]) => {
        const catalogues = sameCatalogues(rows, names)
        for (const [filter, which, by] of asked) {
          const query = { ...page, kind: which, sort: by, filter, textOf: textOfNow(names) }
          const expected = rankPlainly(rows, query, { filter, viewer: asking })
          for (const catalogue of catalogues) {
            const found = catalogue.rankEntities(query, asking)
            expect(found).toEqual({ items: expected, total: expected.length })
            const next = catalogue.rankEntities({ ...query, offset: 1, limit: 2 }, asking)
            expect(next.items).toEqual(expected.slice(1, 3))
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('what a viewer may not see is as if it were not there', () => {
  fc.assert(
    fc.property(
      workRows,
      fc.array(workQuery, { minLength: 4, maxLength: 4 }),
      viewer,
      (rows, queries, asking) => {
        const visible = flattenEditions(rows.filter((row) => isVisibleRow(row, asking)))
        const [whole, without] = [catalogueOf(rows, simdKernel), catalogueOf(visible)]
        for (const query of queries) {
          const filter = { ...query, editions: 'all' } as const
          expect(
            answers(
              whole,
              visible.map(({ key }) => key),
              { filter, asking },
            ),
          ).toEqual(
            answers(
              without,
              visible.map(({ key }) => key),
              { filter, asking },
            ),
          )
        }
      },
    ),
    { numRuns: 120 },
  )
})

test('a work is never similar to itself or its editions, and what is hidden is similar to nothing', () => {
  fc.assert(
    fc.property(workRows, viewer, (rows, asking) => {
      const catalogue = catalogueOf(rows, simdKernel)
      for (const row of rows) {
        const found = catalogue.similarWorks({ key: row.key, filter: everything, limit: 12 }, asking)
        const family = rows.filter((other) => originalOf(other) === originalOf(row)).map(({ key }) => key)
        expect(found.filter(({ key }) => family.includes(key))).toEqual([])
        if (!isVisibleRow(row, asking)) expect(found).toEqual([])
      }
    }),
    { numRuns: 60 },
  )
})

const entry = (value: number, count: number) => (count > 0 ? [[value, count] as const] : [])
const counted = (counts: Iterable<number> = []) =>
  new Map([...counts].flatMap((count, at) => entry(at, count)))
const ageOf = ({ ages }: Facets, age: number) =>
  (age === 1 ? ages?.[1] : age === 2 ? ages?.[2] : ages?.[3]) ?? 0
const yearsOf = ({ releaseDay: day }: WorkRow) =>
  day < 0 ? [] : [new Date(day * 86_400_000).getUTCFullYear()]
const spokenIn = ({ languages }: WorkRow) => [0, 1, 2, 3].filter((at) => (languages >> at) % 2 === 1)

interface Asked {
  readonly filter: WorkFilter
  readonly asking: Viewer
}

/** Everything that could tell of a hidden work. */
function answers(catalogue: Catalogue, keys: readonly number[], { filter, asking }: Asked) {
  const facets = catalogue.facets(
    { filter, kinds: entityKinds, ages: true, years: true, languages: true, histograms: ['sales'] },
    asking,
  )
  return {
    facets: {
      ...facets,
      entities: Object.values(facets.entities).map((counts) => [...counts].filter((count) => count > 0)),
    },
    ranks: entitySorts.map((by) =>
      catalogue.rankEntities({ ...page, kind: 'artists', filter, sort: by, textOf }, asking),
    ),
    similar: keys.slice(0, 10).map((key) => catalogue.similarWorks({ key, filter, limit: 6 }, asking)),
    entities: catalogue.similarEntities({ kind: 'artists', key: 1, filter, limit: 5, textOf }, asking),
  }
}

const originalOf = ({ key, editionOf }: { key: number; editionOf: number }) =>
  editionOf < 0 ? key : editionOf
