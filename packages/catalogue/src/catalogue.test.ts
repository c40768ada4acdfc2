import { entityKinds } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allAges, openFilter, type WorkQuery } from './model/query.ts'
import type { WorkRow } from './model/row.ts'
import { countKindNaively } from './testing/aggregates-oracle.ts'
import { flattenEditions, largestKey, viewer, workQuery, workRow, workRows } from './testing/arbitraries.ts'
import { catalogueOf, simdKernel } from './testing/generation-of.ts'
import { listNaively } from './testing/oracle.ts'
import { runOptions } from './testing/property-runs.ts'

const firstPage: WorkQuery = {
  ...openFilter,
  sort: 'salesDesc',
  seed: 0,
  period: 'weekly',
  offset: 0,
  limit: 24,
}

test('the index returns what the plain filter returns', () => {
  fc.assert(
    fc.property(
      workRows,
      fc.array(workQuery, { minLength: 20, maxLength: 20 }),
      viewer,
      (rows, queries, reader) => {
        const [plain, simd] = [catalogueOf(rows), catalogueOf(rows, simdKernel)]
        for (const query of queries) {
          const expected = listNaively(rows, query, reader)
          expect(plain.list(query, reader)).toEqual(expected)
          expect(simd.list(query, reader)).toEqual(expected)
        }
      },
    ),
    // Each case runs twenty queries.
    runOptions(500),
  )
})

const edit = fc.oneof(
  { weight: 3, arbitrary: workRow.map((row) => ({ row, removed: undefined })) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: largestKey }).map((removed) => ({ row: undefined, removed })),
  },
)

test('changes laid over the base respond like a catalogue built with them', () => {
  fc.assert(
    fc.property(
      workRows,
      fc.array(edit, { maxLength: 12, size: 'max' }),
      fc.array(workQuery, { minLength: 1, maxLength: 6 }),
      viewer,
      (rows, edits, queries, reader) => {
        const after = applyEdits(rows, edits)
        const changed = after.filter((row) => !rows.includes(row))
        const removed = rows.filter(({ key }) => !after.some((row) => row.key === key)).map(({ key }) => key)
        const half = Math.floor(changed.length / 2)
        const catalogue = catalogueOf(rows)
          .withChanges(changed.slice(0, half), removed)
          .withChanges(changed.slice(half), [])
        for (const query of queries)
          expect(catalogue.list(query, reader)).toEqual(listNaively(after, query, reader))
        for (const kind of entityKinds)
          expect(counted(catalogue.countEntities(kind, reader))).toEqual(
            countKindNaively(after, kind, { filter: openFilter, viewer: reader }),
          )
        const keys = Array.from({ length: largestKey + 1 }, (_, key) => key)
        const all = { ...firstPage, editions: 'all', limit: 1_000 } as const
        expect(catalogue.visible(keys, reader)).toEqual(
          listNaively(after, all, reader).keys.toSorted((a, b) => a - b),
        )
      },
    ),
    runOptions(400),
  )
})

test('a catalogue stays as it was when changes are laid over it', () => {
  const [row] = fc.sample(workRow, 1)
  const before = catalogueOf([])
  const everybody = { ages: allAges, excluded: [], locale: 'zh-CN' } as const
  if (row)
    expect(before.withChanges([{ ...row, editionOf: -1 }], []).list(firstPage, everybody).total).toBe(1)
  expect(before.list(firstPage, everybody)).toEqual({ keys: [], total: 0 })
})

test.each([1, 31, 32, 33, 63, 64, 65, 1_000])('%i works are counted and paged to the last', (count) => {
  const [template] = fc.sample(workRow, 1)
  const rows = Array.from({ length: count }, (_, key) => ({
    ...template!,
    key,
    age: 1,
    editionOf: -1,
    sales: key % 7,
  }))
  const reader = { ages: allAges, excluded: [], locale: 'zh-CN' } as const
  const catalogue = catalogueOf(rows)
  for (const sort of ['salesDesc', 'random'] as const) {
    const pages = Array.from({ length: Math.ceil(count / 24) }, (_, page) =>
      catalogue.list({ ...firstPage, sort, offset: page * 24 }, reader),
    )
    expect(new Set(pages.flatMap(({ keys }) => keys)).size).toBe(count)
    expect(pages.every(({ total }) => total === count)).toBe(true)
  }
})

test('an edition of an edition has that one for its original, and stays beside it when it changes', () => {
  const chained = fc.tuple(workRows, fc.nat(), fc.nat()).map(([rows, from, to]) => {
    const at = from % Math.max(rows.length, 1)
    const original = rows[to % Math.max(rows.length, 1)]?.key ?? -1
    return { rows: rows.map((row, one) => (one === at ? { ...row, editionOf: original } : row)), at }
  })
  fc.assert(
    fc.property(chained, viewer, ({ rows, at }, reader) => {
      const count = new Set(rows.map(({ key, editionOf }) => (editionOf < 0 ? key : editionOf))).size
      const everybody = { ...reader, ages: allAges, excluded: [] }
      const catalogue = catalogueOf(rows)
      const changed = rows.slice(at, at + 1).map((row) => ({ ...row, sales: row.sales + 1 }))
      for (const one of [catalogue, catalogue.withChanges(changed, [])]) {
        expect(one.list(firstPage, everybody).total).toBe(count)
      }
    }),
    runOptions(100),
  )
})

function applyEdits(
  rows: readonly WorkRow[],
  edits: readonly { row: WorkRow | undefined; removed: number | undefined }[],
): WorkRow[] {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  for (const { row, removed } of edits) {
    if (row) byKey.set(row.key, row)
    else if (removed !== undefined) byKey.delete(removed)
  }
  return flattenEditions([...byKey.values()])
}

const counted = (counts: Uint32Array) =>
  new Map([...counts].flatMap((count, key) => (count > 0 ? [[key, count] as const] : [])))
