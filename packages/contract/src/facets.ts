/** How many works of a list have each further choice, before it is made. */
import * as v from 'valibot'
import { RankedEntity } from './entities.ts'
import { type RangedField, rangedFields } from './field-lists.ts'
import { filterEntries, SearchText } from './filters.ts'
import { endpoint } from './kit/endpoint.ts'
import { AgeCategory, entityKinds, Language, LyricsLanguage, pageSize } from './values.ts'

/** Numbers that a slider bounds, with the works at each height. */
export const histogramNames = rangedFields
export type HistogramName = RangedField

export const facetNames = [
  ...entityKinds,
  'ageCategories',
  'releaseYears',
  'languages',
  'lyricsLanguages',
  'histograms',
] as const
export type FacetName = (typeof facetNames)[number]

/** The commonest of them, and how many there are. */
export const EntityFacet = v.object({ items: v.array(RankedEntity), total: v.number() })
export type EntityFacet = v.InferOutput<typeof EntityFacet>

/** Bucket i holds values from `from[i]` up to the next one, the last without end; in the units of the filter. */
export const Histogram = v.object({ from: v.array(v.number()), counts: v.array(v.number()) })
export type Histogram = v.InferOutput<typeof Histogram>

/**
 * A list of which any is enough leaves its own kind out of the counts, so that alternatives are seen; of which all are
 * needed, does not. Ages, years and languages, those of lyrics too, count without their own choice, histograms without their own range.
 */
export const getFacets = endpoint({
  method: 'GET',
  path: '/works/facets',
  access: 'public',
  rate: 'read',
  summary: 'Count works per facet',
  description:
    'For a filter: how many works each entity, age category, year and language would leave, and histograms of numbers.',
  query: v.object({
    ...filterEntries,
    /** The facets to count; all of them if absent. */
    facets: v.optional(v.array(v.picklist(facetNames, 'valueUnknown'))),
    /** The most entities of each kind. */
    top: v.optional(pageSize),
    /** Part of the names of the entities that are counted. */
    find: v.optional(SearchText),
  }),
  response: v.object({
    /** Works under the whole filter. */
    total: v.number(),
    makers: v.optional(EntityFacet),
    series: v.optional(EntityFacet),
    artists: v.optional(EntityFacet),
    illustrators: v.optional(EntityFacet),
    genres: v.optional(EntityFacet),
    ageCategories: v.optional(v.array(v.object({ value: AgeCategory, count: v.number() }))),
    /** Latest first. */
    releaseYears: v.optional(v.array(v.object({ value: v.number(), count: v.number() }))),
    languages: v.optional(v.array(v.object({ value: Language, count: v.number() }))),
    lyricsLanguages: v.optional(v.array(v.object({ value: LyricsLanguage, count: v.number() }))),
    histograms: v.optional(v.object(v.entriesFromList(histogramNames, Histogram))),
  }),
})
export type Facets = v.InferOutput<typeof getFacets.response>
