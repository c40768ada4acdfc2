/** Runs some hundred random queries on a catalog. Catalogs with equal results are considered equal. */
import type { Catalogue } from '@koedana/catalogue/catalogue.ts'
import { openFilter } from '@koedana/catalogue/model/query.ts'
import { viewer, workQuery } from '@koedana/catalogue/testing/arbitraries.ts'
import { termsOf } from '@koedana/catalogue/text/terms.rules.ts'
import { entityKinds, workKeyOf } from '@koedana/contract/values.ts'
import fc from 'fast-check'

const requested = fc.sample(fc.tuple(workQuery, viewer), { seed: 7, numRuns: 150 })
const someone = { ages: 0b1110, excluded: [], locale: 'en-US' } as const

export function listsOf(catalogue: Catalogue): unknown[] {
  const searched = ['雨', 'tale', '夜 -雨', '"tale 1"', 'maker 3'].map((words) => termsOf(words))
  return [
    ...requested
      .filter(([{ sort }]) => sort !== 'random')
      .map(([query, viewing]) => [
        catalogue.list(query, viewing),
        catalogue.facets({ filter: query, kinds: entityKinds, ages: true, years: true }, viewing),
      ]),
    ...searched.map((search) => catalogue.count({ ...openFilter, search }, someone)),
    ...entityKinds.map((kind) => [...catalogue.findEntities(kind, '3')].sort()),
  ]
}

export function ranksOf(catalogue: Catalogue): unknown[] {
  const page = { filter: openFilter, offset: 0, limit: 50 }
  const ranks = entityKinds.flatMap((kind) =>
    (['workCountDesc', 'nameAsc', 'totalSalesDesc'] as const).map((sort) =>
      catalogue.rankEntities({ ...page, kind, sort, textOf: () => '' }, someone),
    ),
  )
  const keys = Array.from({ length: 20 }, (_, at) => workKeyOf(workAt(at).id))
  return [
    ...ranks,
    ...keys.map((key) => catalogue.similarWorks({ key, filter: openFilter, limit: 20 }, someone)),
    ...[1, 2, 3].map((key) =>
      catalogue.similarEntities({ ...page, kind: 'genres', key, limit: 20, textOf: () => '' }, someone),
    ),
  ]
}

/** Returns the nth work of a catalog in which works have much in common and some values are unknown. */
export const workAt = (at: number) => ({
  id: `RJ${String(at + 1).padStart(8, '0')}`,
  name: `${['雨', '夜', 'Rain'][at % 3]} tale ${at}`,
  ageCategory: (['all', 'r15', null] as const)[at % 3],
  sales: at % 4 === 0 ? null : at % 9,
  price: (at % 6) * 100,
  releaseDate: `20${10 + (at % 12)}-01-01`,
  maker: entity('maker', at % 6),
  artists: [entity('artist', at % 5), entity('artist', (at % 3) + 5)],
  genres: [entity('genre', at % 4), entity('genre', 4 + (at % 7)), entity('genre', 11 + (at % 2))],
})

const entity = (kind: string, number: number) => ({ id: `${kind}${number}`, name: `${kind} ${number}` })
