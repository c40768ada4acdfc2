/** GET /works/facets: counts how many works match with each further choice. */
import type { Facets } from '@koedana/catalogue/aggregate/facets.ts'
import { findLargestCounts } from '@koedana/catalogue/aggregate/largest-counts.rules.ts'
import { bucketsOf } from '@koedana/catalogue/model/histogram.rules.ts'
import type { Viewer, WorkSet } from '@koedana/catalogue/model/query.ts'
import {
  type EntityFacet,
  type Facets as FacetsResponse,
  facetNames,
  type getFacets,
  histogramNames,
} from '@koedana/contract/facets.ts'
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import { type EntityKind, entityKinds, languages, lyricsLanguages } from '@koedana/contract/values.ts'
import { shownNumber } from '../../db/number-columns.rules.ts'
import { toIndexFilter } from '../../domain/query.rules.ts'
import { ageNumbers } from '../../domain/viewer.rules.ts'
import type { Context, Handler } from '../../http/context.ts'
import { findEntityKeysByText } from '../entities/find-by-name.ts'
import { runCountQueued } from './count-queue.ts'
import type { WorkSources } from './viewers.ts'

const defaultTop = 20

export function getFacetsHandler(sources: WorkSources): Handler<typeof getFacets> {
  return async ({ query }, context) => {
    const within = await sources.findPersonalSets(query, context)
    return runCountQueued(() => countSteps(sources, { query, within }, context))
  }
}

type Query = Parameters<Handler<typeof getFacets>>[0]['query']

function* countSteps(
  { catalogue, dictionary, viewers }: WorkSources,
  { query, within }: { readonly query: Query; readonly within: readonly WorkSet[] },
  context: Context,
): Generator<void, FacetsResponse> {
  const { facets = [...facetNames], top = defaultTop, find, ...filter } = query
  const viewer = viewers.viewer(context, filter)
  const current = catalogue.current()
  const kinds = entityKinds.filter((kind) => facets.includes(kind))
  const wanted = {
    filter: toIndexFilter(filter, dictionary.findKey, within),
    kinds,
    ages: facets.includes('ageCategories'),
    years: facets.includes('releaseYears'),
    languages: facets.includes('languages'),
    lyricsLanguages: facets.includes('lyricsLanguages'),
    histograms: facets.includes('histograms') ? histogramNames : [],
  }
  return yield* current.facetsInSteps(wanted, viewer, function* (found) {
    const body: FacetsResponse = toFacets(found)
    for (const kind of kinds) {
      yield
      const only = findEntityKeysByText(current, kind, { text: find, viewer })
      body[kind] = entityFacet(dictionary, kind, { counts: found.entities[kind], only, top, viewer })
    }
    return body
  })
}

interface EntityCounts {
  readonly counts: Uint32Array | undefined
  readonly only: ReadonlySet<number> | undefined
  readonly top: number
  readonly viewer: Viewer
}

function entityFacet(
  dictionary: WorkSources['dictionary'],
  kind: EntityKind,
  { counts = new Uint32Array(0), only, top, viewer }: EntityCounts,
): EntityFacet {
  const countOf = (key: number) => counts[key] ?? 0
  const { keys, total } = findLargestCounts(counts, { wanted: top, only })
  const textOf = dictionary.textOf(viewer)
  const id = (key: number) => textOf(kind, key, 'id')
  const first = keys.toSorted((a, b) => countOf(b) - countOf(a) || (id(a) < id(b) ? -1 : 1)).slice(0, top)
  const items = first.flatMap((key) => {
    const entity = dictionary.findEntity(kind, key, viewer)
    return entity ? [{ ...entity, workCount: countOf(key) }] : []
  })
  return { items, total }
}

function toFacets({
  total,
  ages,
  years,
  languages: spoken,
  lyricsLanguages: readAlong,
  histograms,
}: Facets): FacetsResponse {
  return {
    total,
    ...(ages && {
      ageCategories: (['all', 'r15', 'r18'] as const)
        .map((value) => ({ value, count: ages[ageNumbers[value]] }))
        .filter(({ count }) => count > 0),
    }),
    ...(years && {
      releaseYears: [...years].map(([value, count]) => ({ value, count })).sort((a, b) => b.value - a.value),
    }),
    ...(spoken && {
      languages: sortByCount(languages, spoken),
    }),
    ...(readAlong && { lyricsLanguages: sortByCount(lyricsLanguages, readAlong) }),
    ...(histograms.price && { histograms: histogramsOf(histograms) }),
  }
}

const sortByCount = <T>(values: readonly T[], counts: Uint32Array) =>
  values
    .map((value, at) => ({ value, count: counts[at] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)

function histogramsOf(counted: Facets['histograms']): NonNullable<FacetsResponse['histograms']> {
  return recordOf(histogramNames, (name) => ({
    from: bucketsOf(name).map((bound) => shownNumber(name, bound)),
    counts: [...(counted[name] ?? [])],
  }))
}
