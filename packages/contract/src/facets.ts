/** Facets: how many works of a list match with one more choice. */
import * as v from 'valibot'
import { RankedEntity } from './entities.ts'
import { type RangedField, rangedFields } from './field-lists.ts'
import { filterEntries, SearchText } from './filters.ts'
import { endpoint } from './kit/endpoint.ts'
import { AgeCategory, entityKinds, Language, LyricsLanguage, pageSize } from './values.ts'

/** Numbers with a range slider and a histogram. */
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

/** The most common entities, and how many there are. */
export const EntityFacet = v.object({ items: v.array(RankedEntity), total: v.number() })
export type EntityFacet = v.InferOutput<typeof EntityFacet>

/** Bucket i has values from `from[i]` up to the next one (exclusive); the last is unbounded. Units are those of the filter. */
export const Histogram = v.object({ from: v.array(v.number()), counts: v.array(v.number()) })
export type Histogram = v.InferOutput<typeof Histogram>

/**
 * Conditions with match `any` are ignored for their own kind, so that alternatives are counted; those with `all` are not. Ages, years,
 * languages and subtitle languages ignore their own condition, histograms their own range.
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
    /** The facets to count; all if absent. */
    facets: v.optional(v.array(v.picklist(facetNames, 'valueUnknown'))),
    /** Maximum number of entities of each kind. */
    top: v.optional(pageSize),
    /** Counts only entities whose name contains this. */
    find: v.optional(SearchText),
  }),
  response: v.object({
    /** Works that match the whole filter. */
    total: v.number(),
    makers: v.optional(EntityFacet),
    series: v.optional(EntityFacet),
    artists: v.optional(EntityFacet),
    illustrators: v.optional(EntityFacet),
    genres: v.optional(EntityFacet),
    ageCategories: v.optional(v.array(v.object({ value: AgeCategory, count: v.number() }))),
    /** Newest first. */
    releaseYears: v.optional(v.array(v.object({ value: v.number(), count: v.number() }))),
    languages: v.optional(v.array(v.object({ value: Language, count: v.number() }))),
    lyricsLanguages: v.optional(v.array(v.object({ value: LyricsLanguage, count: v.number() }))),
    histograms: v.optional(v.object(v.entriesFromList(histogramNames, Histogram))),
  }),
})
export type Facets = v.InferOutput<typeof getFacets.response>
