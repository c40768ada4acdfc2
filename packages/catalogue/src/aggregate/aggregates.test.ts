import { entitySorts } from '@koedana/contract/entities.ts'
import { entityKinds } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Catalogue } from '../catalogue.ts'
import { isVisibleRow } from '../delta/match.ts'
import { openFilter, type Viewer, type WorkFilter } from '../model/query.ts'
import { rankNaively } from '../testing/aggregates-oracle.ts'
import { flattenEditions, viewer, workQuery, workRows } from '../testing/arbitraries.ts'
import {
  catalogueOf,
  idOf,
  renaming,
  sameCatalogues,
  simdKernel,
  textOfNow,
} from '../testing/generation-of.ts'
import { runOptions } from '../testing/property-runs.ts'

const kind = fc.constantFrom(...entityKinds)
const sort = fc.constantFrom(...entitySorts)
const page = { offset: 0, limit: 100 }
const textOf = (_: unknown, key: number) => idOf(key)

test('entities are ranked as the plain sums say and ties by id, with and without changes', () => {
  fc.assert(
    fc.property(
      workRows,
      fc.array(fc.tuple(workQuery, kind, sort), { minLength: 8, maxLength: 8 }),
      fc.tuple(viewer, renaming),
      (rows, queries, [reader, names]) => {
        const catalogues = sameCatalogues(rows, names)
        for (const [filter, which, by] of queries) {
          const query = { ...page, kind: which, sort: by, filter, textOf: textOfNow(names) }
          const expected = rankNaively(rows, query, { filter, viewer: reader })
          for (const catalogue of catalogues) {
            const found = catalogue.rankEntities(query, reader)
            expect(found).toEqual({ items: expected, total: expected.length })
            const next = catalogue.rankEntities({ ...query, offset: 1, limit: 2 }, reader)
            expect(next.items).toEqual(expected.slice(1, 3))
          }
        }
      },
    ),
    runOptions(60),
  )
})

test('what a viewer may not see is as if it were not there', () => {
  fc.assert(
    fc.property(
      workRows,
      fc.array(workQuery, { minLength: 4, maxLength: 4 }),
      viewer,
      (rows, queries, reader) => {
        const visible = flattenEditions(rows.filter((row) => isVisibleRow(row, reader)))
        const [whole, without] = [catalogueOf(rows, simdKernel), catalogueOf(visible)]
        for (const query of queries) {
          const filter = { ...query, editions: 'all' } as const
          expect(
            results(
              whole,
              visible.map(({ key }) => key),
              { filter, reader },
            ),
          ).toEqual(
            results(
              without,
              visible.map(({ key }) => key),
              { filter, reader },
            ),
          )
        }
      },
    ),
    runOptions(120),
  )
})

test('a work is never similar to itself or its editions, and what is hidden is similar to nothing', () => {
  fc.assert(
    fc.property(workRows, viewer, (rows, reader) => {
      const catalogue = catalogueOf(rows, simdKernel)
      for (const row of rows) {
        const found = catalogue.similarWorks({ key: row.key, filter: openFilter, limit: 12 }, reader)
        const family = rows.filter((other) => originalOf(other) === originalOf(row)).map(({ key }) => key)
        expect(found.filter(({ key }) => family.includes(key))).toEqual([])
        if (!isVisibleRow(row, reader)) expect(found).toEqual([])
      }
    }),
    runOptions(60),
  )
})

interface Conditions {
  readonly filter: WorkFilter
  readonly reader: Viewer
}

/** Returns everything that could reveal a hidden work. */
function results(catalogue: Catalogue, keys: readonly number[], { filter, reader }: Conditions) {
  const facets = catalogue.facets(
    {
      ...{ filter, kinds: entityKinds, histograms: ['sales'] },
      ...{ ages: true, years: true, languages: true, lyricsLanguages: true },
    },
    reader,
  )
  return {
    facets: {
      ...facets,
      entities: Object.values(facets.entities).map((counts) => [...counts].filter((count) => count > 0)),
    },
    ranks: entitySorts.map((by) =>
      catalogue.rankEntities({ ...page, kind: 'artists', filter, sort: by, textOf }, reader),
    ),
    similar: keys.slice(0, 10).map((key) => catalogue.similarWorks({ key, filter, limit: 6 }, reader)),
    entities: catalogue.similarEntities({ kind: 'artists', key: 1, filter, limit: 5, textOf }, reader),
  }
}

const originalOf = ({ key, editionOf }: { key: number; editionOf: number }) =>
  editionOf < 0 ? key : editionOf
