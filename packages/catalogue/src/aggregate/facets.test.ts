import { entityKinds, locales } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Catalogue, createCatalogue } from '../catalogue.ts'
import { bucketOf } from '../model/histogram.rules.ts'
import { allAges, openFilter, type Viewer, type WorkFilter } from '../model/query.ts'
import type { WorkRow } from '../model/row.ts'
import { countKindNaively, countNaively } from '../testing/aggregates-oracle.ts'
import { viewer, workQuery, workRows } from '../testing/arbitraries.ts'
import { catalogueOf, generationOf, simdKernel } from '../testing/generation-of.ts'
import { runOptions } from '../testing/property-runs.ts'
import type { Facets } from './facets.ts'

const kind = fc.constantFrom(...entityKinds)

/** Catalogs on both kernels, with and without counting by the difference from the open filter, and with half of the works as changes. */
function cataloguesOf(rows: readonly WorkRow[]): Catalogue[] {
  const half = rows.slice(0, Math.floor(rows.length / 2))
  return [
    catalogueOf(rows),
    catalogueOf(rows, simdKernel),
    catalogueOf(rows, simdKernel, undefined, rows.length),
    catalogueOf(half).withChanges(rows.slice(half.length), []),
    catalogueOf(half, undefined, undefined, rows.length).withChanges(rows.slice(half.length), []),
  ]
}

test('facets count what the plain filter counts, with and without changes', () => {
  fc.assert(
    fc.property(
      workRows,
      fc.array(fc.tuple(workQuery, kind), { minLength: 8, maxLength: 8 }),
      viewer,
      (rows, queries, caller) => {
        const catalogues = cataloguesOf(rows)
        for (const [filter, which] of queries) {
          const plainly = <T>(some: Partial<WorkFilter>, valuesOf: (row: WorkRow) => readonly T[]) =>
            countNaively(rows, { filter: { ...filter, ...some }, viewer: caller }, valuesOf)
          const ranges = filter.ranges.filter(({ column }) => column !== 'sales')
          const expected = {
            [which]: countKindNaively(rows, which, { filter, viewer: caller }),
            ages: plainly({ ages: allAges }, ({ age }) => [age]),
            years: plainly({ year: undefined }, yearsOf),
            languages: plainly({ languages: 0 }, spokenIn),
            lyricsLanguages: plainly({ lyricsLanguages: 0 }, readAlongIn),
            sales: plainly({ ranges }, ({ sales }) => (sales < 0 ? [] : [bucketOf('sales', sales)])),
          }
          const query = { filter, kinds: [which], histograms: ['sales'] as const }
          for (const catalogue of catalogues) {
            const found = catalogue.facets({ ...query, ...plainFacets }, caller)
            expect({
              [which]: counted(found.entities[which]),
              ages: new Map([1, 2, 3].flatMap((age) => entry(age, ageOf(found, age)))),
              years: found.years,
              languages: counted(found.languages),
              lyricsLanguages: counted(found.lyricsLanguages),
              sales: counted(found.histograms.sales),
            }).toEqual(expected)
          }
        }
      },
    ),
    runOptions(60),
  )
})

test('a facet counts as many works as its choice leads to, in every language', () => {
  fc.assert(
    fc.property(
      workRows,
      fc.array(fc.tuple(workQuery, kind), { minLength: 4, maxLength: 4 }),
      viewer,
      (rows, queries, caller) => {
        const catalogues = cataloguesOf(rows)
        for (const [filter, which] of queries) {
          const included = filter.included.filter((one) => one.kind !== which || one.match === 'all')
          for (const catalogue of catalogues) {
            const total = catalogue.count(filter, caller)
            const { entities } = catalogue.facets({ filter, kinds: [which] }, caller)
            for (const locale of locales) {
              const reader = { ...caller, locale }
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
    runOptions(60),
  )
})

test('facets in steps are the same whatever is queried between the steps', () => {
  fc.assert(
    fc.property(
      workRows,
      fc.tuple(workQuery, workQuery),
      fc.tuple(viewer, viewer),
      (rows, queries, people) => {
        const [[filter, other], [caller, somebody]] = [queries, people]
        const query = { filter, kinds: entityKinds, ...plainFacets } as const
        for (const catalogue of cataloguesOf(rows)) {
          const expected = catalogue.facets(query, caller)
          const steps = catalogue.facetsInSteps(query, caller, asTheyAre)
          for (let step = steps.next(); ; step = steps.next()) {
            if (step.done) {
              expect(step.value).toEqual(expected)
              break
            }
            catalogue.facets({ ...query, filter: other }, somebody)
            catalogue.list(other, somebody)
          }
        }
      },
    ),
    runOptions(40),
  )
})

test('a catalogue whose memory is given up gives the results of its successor, and gives up none while a query runs in steps', () => {
  const [rows, others] = fc.sample(workRows, { numRuns: 2, seed: 5 })
  const somebody: Viewer = { ages: allAges, excluded: [], locale: 'en-US' }
  const { generation, arena } = generationOf(rows ?? [])
  const old = createCatalogue({ generation, arena })
  const later = old.withChanges([], [])
  const next = catalogueOf(others ?? [])
  const query = { filter: openFilter, kinds: entityKinds } as const
  const steps = later.facetsInSteps(query, somebody, asTheyAre)
  steps.next()
  expect(old.giveWay(() => next)).toBe(false)
  const expected = later.facets(query, somebody)
  for (let step = steps.next(); ; step = steps.next()) {
    if (!step.done) continue
    expect(step.value).toEqual(expected)
    break
  }
  expect(old.giveWay(() => next)).toBe(true)
  new Uint8Array(arena.memory.buffer).fill(0xff)
  for (const given of [old, later]) {
    expect(given.facets(query, somebody)).toEqual(next.facets(query, somebody))
    expect(given.count(openFilter, somebody)).toBe(next.count(openFilter, somebody))
  }
})

/** Returns the counts unchanged after one more step. */
function* asTheyAre(found: Facets): Generator<void, Facets> {
  yield
  return found
}

test('two queries in steps at once are refused, and one that ended early holds up no other', () => {
  const somebody: Viewer = { ages: allAges, excluded: [], locale: 'en-US' }
  const catalogue = catalogueOf(fc.sample(workRows, { numRuns: 1, seed: 3 })[0] ?? [])
  const ask = () => catalogue.facetsInSteps({ filter: openFilter, kinds: entityKinds }, somebody, asTheyAre)
  const first = ask()
  first.next()
  expect(() => ask().next()).toThrow('one query at a time')
  first.return({ total: 0, entities: {}, histograms: {} })
  expect(ask().next().done).toBe(false)
})

const entry = (value: number, count: number) => (count > 0 ? [[value, count] as const] : [])
const counted = (counts: Iterable<number> = []) =>
  new Map([...counts].flatMap((count, at) => entry(at, count)))
const ageOf = ({ ages }: Facets, age: number) =>
  (age === 1 ? ages?.[1] : age === 2 ? ages?.[2] : ages?.[3]) ?? 0
const yearsOf = ({ releaseDay: day }: WorkRow) =>
  day < 0 ? [] : [new Date(day * 86_400_000).getUTCFullYear()]
const indexesIn = (bits: number) => [0, 1, 2, 3].filter((at) => (bits >> at) % 2 === 1)
const spokenIn = ({ languages }: WorkRow) => indexesIn(languages)
const readAlongIn = ({ lyricsLanguages }: WorkRow) => indexesIn(lyricsLanguages)
const plainFacets = { ages: true, years: true, languages: true, lyricsLanguages: true } as const
