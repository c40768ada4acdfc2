import { entitySorts } from '@koedana/contract/entities.ts'
import { entityKinds } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Catalogue } from './catalogue.ts'
import { isVisibleRow } from './match.ts'
import { everything, type Viewer, type WorkFilter } from './query.ts'
import { countKindPlainly, passedPlainly, rankPlainly } from './testing/aggregates-oracle.ts'
import { flattenEditions, viewer, workQuery, workRows } from './testing/arbitraries.ts'
import { catalogueOf } from './testing/generation-of.ts'
import { simdKernel } from './testing/simd-kernel.ts'

const kind = fc.constantFrom(...entityKinds)
const sort = fc.constantFrom(...entitySorts.filter((name) => name !== 'nameAsc'))
/** Ids that are in the order of keys. */
const textOf = (key: number) => String(key).padStart(6, '0')
const rank = { offset: 0, limit: 100, textOf }

test('facets count what the plain filter counts, with and without changes', () => {
  fc.assert(
    fc.property(
      workRows,
      fc.array(fc.tuple(workQuery, kind), { minLength: 8, maxLength: 8 }),
      viewer,
      (rows, asked, asking) => {
        const half = rows.slice(0, Math.floor(rows.length / 2))
        const catalogues = [
          catalogueOf(rows),
          catalogueOf(rows, simdKernel),
          catalogueOf(half).withChanges(rows.slice(half.length), []),
        ]
        for (const [filter, which] of asked) {
          const expected = countKindPlainly(rows, which, { filter, viewer: asking })
          const years = new Map<number, number>()
          for (const { releaseDay } of passedPlainly(rows, { ...filter, year: undefined }, asking)) {
            const year = new Date(releaseDay * 86_400_000).getUTCFullYear()
            if (releaseDay > -1_000_000) years.set(year, (years.get(year) ?? 0) + 1)
          }
          for (const catalogue of catalogues) {
            const found = catalogue.facets({ filter, kinds: [which], years: true }, asking)
            const counts = [...(found.entities[which] ?? [])].flatMap((count, key) =>
              count > 0 ? [[key, count] as const] : [],
            )
            expect(new Map(counts)).toEqual(expected)
            expect(found.years).toEqual(years)
          }
        }
      },
    ),
    { numRuns: 150 },
  )
})

test('entities are ranked as the plain sums say, with and without changes', () => {
  fc.assert(
    fc.property(
      workRows,
      fc.array(fc.tuple(workQuery, kind, sort), { minLength: 8, maxLength: 8 }),
      viewer,
      (rows, asked, asking) => {
        const half = rows.slice(0, Math.floor(rows.length / 2))
        const catalogues = [
          catalogueOf(rows),
          catalogueOf(rows, simdKernel),
          catalogueOf(half).withChanges(rows.slice(half.length), []),
        ]
        for (const [filter, which, by] of asked) {
          const expected = rankPlainly(rows, { kind: which, sort: by }, { filter, viewer: asking })
          for (const catalogue of catalogues) {
            const found = catalogue.rankEntities({ ...rank, kind: which, filter, sort: by }, asking)
            expect(found).toEqual({ items: expected, total: expected.length })
            const page = catalogue.rankEntities(
              { ...rank, kind: which, filter, sort: by, offset: 1, limit: 2 },
              asking,
            )
            expect(page.items).toEqual(expected.slice(1, 3))
          }
        }
      },
    ),
    { numRuns: 150 },
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
      catalogue.rankEntities({ ...rank, kind: 'artists', filter, sort: by }, asking),
    ),
    similar: keys.slice(0, 10).map((key) => catalogue.similarWorks({ key, filter, limit: 6 }, asking)),
    entities: catalogue.similarEntities({ kind: 'artists', key: 1, filter, limit: 5 }, asking),
  }
}

const originalOf = ({ key, editionOf }: { key: number; editionOf: number }) =>
  editionOf < 0 ? key : editionOf
