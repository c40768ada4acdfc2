import { entityKinds } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openFilter } from '../model/query.ts'
import { viewer, workQuery, workRows } from '../testing/arbitraries.ts'
import { catalogueOf, renaming, sameCatalogues, simdKernel, textOfNow } from '../testing/generation-of.ts'
import { runOptions } from '../testing/property-runs.ts'
import { similarEntitiesNaively, similarNaively } from '../testing/similar-oracle.ts'
import { sharedSubstring } from './shared-substring.rules.ts'

test('similar works are those that comparing every pair finds, with and without changes', () => {
  fc.assert(
    fc.property(workRows, workQuery, viewer, (rows, filter, reader) => {
      const half = rows.slice(0, Math.floor(rows.length / 2))
      const catalogues = [
        catalogueOf(rows),
        catalogueOf(rows, simdKernel),
        catalogueOf(half, simdKernel).withChanges(rows.slice(half.length), []),
      ]
      for (const { key } of rows.slice(0, 4).concat(rows.slice(-4))) {
        for (const wanted of [filter, openFilter]) {
          const expected = similarNaively(rows, key, { filter: wanted, viewer: reader })
          for (const catalogue of catalogues) {
            for (const limit of [1, 3, 200]) {
              const found = catalogue.similarWorks({ key, filter: wanted, limit }, reader)
              expect(found.map(({ key, score }) => ({ key, score }))).toEqual(expected.slice(0, limit))
            }
          }
        }
      }
    }),
    runOptions(50),
  )
})

test('similar entities are those that looking at every work finds, ties by id, with and without changes', () => {
  fc.assert(
    fc.property(
      workRows,
      fc.tuple(workQuery, viewer),
      fc.tuple(fc.constantFrom(...entityKinds), renaming),
      (rows, [filter, reader], [kind, names]) => {
        const catalogues = sameCatalogues(rows, names)
        const textOf = textOfNow(names)
        for (const wanted of [filter, openFilter]) {
          for (const key of [0, 3]) {
            const query = { kind, key, filter: wanted, textOf }
            const expected = similarEntitiesNaively(rows, query, { filter: wanted, viewer: reader })
            for (const catalogue of catalogues) {
              for (const limit of [1, 4, 200])
                expect(catalogue.similarEntities({ ...query, limit }, reader)).toEqual(
                  expected.slice(0, limit),
                )
            }
          }
        }
      },
    ),
    runOptions(60),
  )
})

test('the weightiest shared substring of both titles is found, without the spaces around it', () => {
  const weights = new Map([pair('星の', 5), pair('の夜', 7), pair('雨の', 9)])
  expect(sharedSubstring(['雨の日 星の夜'], ['長い 星の夜に', '雨の朝'], weights)).toEqual({
    text: '星の夜',
    weight: 12,
  })
  expect(sharedSubstring(['雨の日'], ['雨の朝'], weights)).toEqual({ text: '雨の', weight: 9 })
  expect(sharedSubstring(['雨'], ['星'], weights)).toBeUndefined()
})

const pair = (text: string, weight: number): [number, number] => [
  text.charCodeAt(0) * 65_536 + text.charCodeAt(1),
  weight,
]
