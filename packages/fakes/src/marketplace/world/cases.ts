/** Special cases of the marketplace. Each hundred works contain every case; the rest are plain. */

export const marketCases = [
  'plain',
  'noCreators',
  'noGenres',
  'noOptions',
  'delisted',
  'announced',
  'reserved',
  'free',
  'masked',
  'oldNumbers',
  'unrated',
  'originalListed',
  'originalKeyed',
  'translationParent',
  'translationChild',
  'circleOriginal',
  'circleTranslation',
  'imageForbidden',
  'imageMissing',
  'imagePlaceholder',
  'entitiesInName',
  'drama',
  'r15',
  'r18',
  'bonus',
  'emptyMakerName',
  'nullNumbers',
] as const

export type MarketCase = (typeof marketCases)[number]

/** `count` is the initial number of works: families that would exceed it are plain works. */
export function caseAt(index: number, count: number): MarketCase {
  const position = index % 100
  const base = index - position + Math.floor(position / 10) * 10
  const isFamily = [2, 3, 9].includes(Math.floor(position / 10)) && position % 10 < 3
  if (isFamily) return base + 2 < count ? (families[position] ?? 'plain') : 'plain'
  return index < count || position === 61 ? (cases[position] ?? 'plain') : 'plain'
}

/** Returns the index of the original of a translation. */
export const originalIndexOf = (index: number): number => index - (index % 10)

/**
 * The first two belong to the translation program. The third was translated by its circle: all members are originals, linked only by
 * the list of editions (kahosan/asmr-collections, pull request 13).
 */
const families: Readonly<Record<number, MarketCase>> = {
  20: 'originalListed',
  21: 'translationParent',
  22: 'translationChild',
  30: 'originalKeyed',
  31: 'translationParent',
  32: 'translationChild',
  90: 'circleOriginal',
  91: 'circleTranslation',
  92: 'circleTranslation',
}

const cases: Readonly<Record<number, MarketCase>> = {
  3: 'noCreators',
  5: 'noGenres',
  7: 'noOptions',
  9: 'oldNumbers',
  11: 'delisted',
  13: 'announced',
  14: 'reserved',
  17: 'free',
  19: 'masked',
  41: 'imageForbidden',
  43: 'imageMissing',
  47: 'imagePlaceholder',
  53: 'entitiesInName',
  57: 'unrated',
  61: 'drama',
  67: 'r15',
  71: 'r18',
  73: 'bonus',
  79: 'emptyMakerName',
  83: 'nullNumbers',
}
