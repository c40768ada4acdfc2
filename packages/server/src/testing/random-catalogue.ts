/** Random small catalogs and viewers for tests, and a simple reference implementation of the visibility policy. */
import type { FeedEntity, FeedWork } from '@koedana/contract/feed.ts'
import type { AgeCategory, AgeFilterMode, Policy } from '@koedana/contract/values.ts'
import fc from 'fast-check'

export interface RandomViewer {
  readonly isVisitor: boolean
  readonly ceiling: AgeCategory
  readonly policy: Policy
  readonly ageFilterMode: AgeFilterMode
  readonly hiddenGenres: readonly string[]
  readonly hiddenArtists: readonly string[]
  readonly hiddenMakers: readonly string[]
  readonly areNamesAgreed: boolean
}

const ages = ['all', 'r15', 'r18'] as const
const few = fc.integer({ min: 0, max: 3 })
const some = (kind: string) =>
  fc
    .uniqueArray(few, { maxLength: 3 })
    .chain((numbers) => fc.tuple(...numbers.map((n) => entity(kind, n))))
    .map((entities) => [...entities])

/** Usually all works name an entity alike. Some use another name, a reading, or names in other languages. */
const entity = (kind: string, n: number): fc.Arbitrary<FeedEntity> => {
  const usual = { id: `${kind}${n}`, name: `${kind} ${n} mist` }
  const others: FeedEntity[] = [
    { ...usual, name: `rain ${kind}` },
    { ...usual, name: `lantern ${n}`, kana: 'かな' },
    { ...usual, kana: 'よみ' },
    { ...usual, names: { 'en-US': `dusk ${n}` } },
    { ...usual, names: { 'en-US': `rain ${n}`, 'ja-JP': '雨' } },
  ]
  return fc.constantFrom(usual, usual, usual, ...others)
}
const idOf = (at: number) => `RJ9000000${at}`

const work = (at: number): fc.Arbitrary<FeedWork> =>
  fc.record({
    id: fc.constant(idOf(at)),
    name: fc.constantFrom('mist', 'rain mist', 'lantern', 'rain'),
    ageCategory: fc.constantFrom(...ages, null, 'all'),
    sales: fc.option(fc.integer({ min: 0, max: 9 })),
    price: fc.option(fc.constantFrom(100, 1_500, 3_000)),
    rating: fc.option(fc.constantFrom(3, 4.5)),
    releaseDate: fc.option(fc.constantFrom('2023-01-01', '2024-05-05')),
    languages: fc.subarray(['JPN', 'ENG'] as const).map((list) => [...list]),
    maker: fc.option(few.chain((n) => entity('m', n))),
    series: fc.option(few.chain((n) => entity('s', n))),
    artists: some('a'),
    illustrators: some('i'),
    genres: some('g'),
    // Every third work may be an edition of the previous one.
    editionOf: at % 3 === 1 ? fc.constantFrom(idOf(at - 1), null) : fc.constant(null),
  })

export const catalogues: fc.Arbitrary<FeedWork[]> = fc
  .tuple(...Array.from({ length: 9 }, (_, at) => work(at)))
  .map((works) => [...works])

const ids = (kind: string) =>
  fc.subarray(
    [0, 1, 2, 3].map((n) => `${kind}${n}`),
    { maxLength: 1 },
  )

export const viewers: fc.Arbitrary<RandomViewer> = fc.record({
  isVisitor: fc.boolean(),
  ceiling: fc.constantFrom(...ages, 'r15'),
  policy: fc.constantFrom('off', 'moderate', 'strict', 'off'),
  ageFilterMode: fc.constantFrom('no_limit', 'all_ages_only', 'adults_only', 'no_limit', 'no_limit'),
  hiddenGenres: ids('g'),
  hiddenArtists: ids('a'),
  hiddenMakers: ids('m'),
  areNamesAgreed: fc.boolean(),
})

/** Returns the same works with entities named by their ID. */
export function withUniformNames(works: readonly FeedWork[]): FeedWork[] {
  const usual = ({ id }: FeedEntity) => ({ id, name: `${id} mist` })
  return works.map((work) => ({
    ...work,
    maker: work.maker && usual(work.maker),
    series: work.series && usual(work.series),
    artists: work.artists?.map(usual),
    illustrators: work.illustrators?.map(usual),
    genres: work.genres?.map(usual),
  }))
}

const rank = (age: AgeCategory | null | undefined) => ages.indexOf(age ?? 'r18')

export const isBelowCeiling = (viewer: RandomViewer, { ageCategory }: FeedWork): boolean =>
  rank(ageCategory) <= rank(viewer.ceiling)

/** Reference implementation of the policy: returns whether the viewer may see the work. */
export function mayBeSeen(viewer: RandomViewer, work: FeedWork): boolean {
  const age = rank(work.ageCategory)
  const modes = { no_limit: true, all_ages_only: age === 0, adults_only: age === 2 }
  const isHidden =
    work.genres?.some(({ id }) => viewer.hiddenGenres.includes(id)) === true ||
    work.artists?.some(({ id }) => viewer.hiddenArtists.includes(id)) === true ||
    viewer.hiddenMakers.includes(work.maker?.id ?? '')
  return (
    isBelowCeiling(viewer, work) &&
    modes[viewer.ageFilterMode] &&
    !(viewer.policy === 'strict' && age === 2) &&
    !isHidden
  )
}
