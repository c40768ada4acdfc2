/**
 * Generates a catalog of any size with realistic distributions: entities by Zipf, eight genres per work, log-normal sales, titles in
 * Japanese, Chinese and English. One work in ten is in a group of editions. The records serve as lines of a catalog file and as rows.
 */
import type { FeedWork } from '@koedana/contract/feed.ts'
import { type AgeCategory, workIdOf, workKeyOf } from '@koedana/contract/values.ts'
import { createRandom, type Random } from './random.ts'

/** Returns how many entities of each kind a catalog of this size has. */
export function sizesFor(works: number) {
  return {
    makers: Math.max(20, Math.round(works * 0.06)),
    series: Math.max(10, Math.round(works * 0.04)),
    artists: Math.max(50, Math.round(works * 0.02)),
    illustrators: Math.max(20, Math.round(works * 0.008)),
    genres: 500,
  }
}

export function* generateWorks(works: number, seed = 1): Iterable<FeedWork> {
  const random = createRandom(seed)
  const sizes = sizesFor(works)
  const first = workKeyOf('RJ01000000')
  const translated: FeedWork[] = []
  for (let at = 0; at < works; at++) {
    const one = generateWork(random, sizes, workIdOf(first + at))
    const original = random.next() < shareOfEditions ? takeOriginal(random, translated) : undefined
    yield original ? editionOf(random, original, one) : one
    if (!original && random.next() < shareOfTranslated) translated.push(one)
  }
}

const shareOfEditions = 0.055
/** Slightly more than are removed, so that some wait long for an edition. */
const shareOfTranslated = 0.05
const languages = ['CHI_HANS', 'CHI_HANT', 'ENG'] as const

/** Returns a random original; in one of five cases it stays available for another edition. */
function takeOriginal(random: Random, translated: FeedWork[]): FeedWork | undefined {
  const at = random.below(translated.length)
  const original = translated[at]
  const last = random.next() < 0.8 ? translated.pop() : undefined
  if (last && last !== original) translated[at] = last
  return original
}

/**
 * Returns an edition like its original except for language, title and numbers; one in three has another genre, one in ten another voice
 * actor.
 */
function editionOf(random: Random, original: FeedWork, own: FeedWork): FeedWork {
  const { ageCategory, maker, series, illustrators, artists, genres, duration } = original
  const replaced = <T extends { id: string }>(some: readonly T[], other: T | undefined) =>
    other && some.every(({ id }) => id !== other.id) ? [...some.slice(0, -1), other] : [...some]
  return {
    ...own,
    ...{ ageCategory, maker, series, illustrators, duration },
    languages: [languages[random.below(languages.length)] ?? 'CHI_HANS'],
    artists: random.next() < 0.1 ? replaced(artists ?? [], own.artists?.[0]) : artists,
    genres: random.next() < 0.3 ? replaced(genres ?? [], own.genres?.[0]) : genres,
    editionOf: original.id,
  }
}

function generateWork(random: Random, sizes: ReturnType<typeof sizesFor>, id: string): FeedWork {
  const entity = (kind: string, count: number) => {
    const number = random.skewed(count)
    return { id: `${kind}${number}`, name: `${kind} ${number}` }
  }
  const several = (kind: string, count: number, most: number) => {
    const chosen = new Map<string, { id: string; name: string }>()
    for (let at = 0; at < most; at++) {
      const one = entity(kind, count)
      chosen.set(one.id, one)
    }
    return [...chosen.values()]
  }
  const sales = Math.round(Math.exp(4.5 + 1.8 * random.normal()))
  const known = random.next() < 0.7
  const price = random.next() < 0.02 ? 0 : 110 * (1 + random.below(30))
  return {
    id,
    name: titleOf(random),
    ageCategory: ageOf(random),
    price,
    sales,
    wishlistCount: Math.round(sales * (0.5 + random.next() * 3)),
    rating: known ? Math.round(300 + random.next() * 200) / 100 : null,
    ratingCount: known ? Math.ceil(sales * 0.1) : 0,
    reviewCount: known ? Math.floor(sales * 0.01) : 0,
    releaseDate: dateOf(random),
    languages: random.next() < 0.1 ? ['JPN', 'CHI_HANS'] : ['JPN'],
    maker: entity('maker', sizes.makers),
    series: random.next() < 0.2 ? entity('series', sizes.series) : null,
    artists: several('artist', sizes.artists, 1 + random.below(3)),
    illustrators: random.next() < 0.7 ? several('illustrator', sizes.illustrators, 1) : [],
    genres: genresOf(random, sizes.genres),
    duration: 600 + random.below(12_000),
  }
}

/** Returns exactly eight genres; the most common one is on more than half of all works. */
function genresOf(random: Random, count: number) {
  const chosen = new Set<number>()
  while (chosen.size < 8) chosen.add(random.skewed(count))
  return [...chosen].map((number) => ({ id: `genre${number}`, name: `genre ${number}` }))
}

function ageOf(random: Random): AgeCategory {
  const share = random.next()
  return share < 0.35 ? 'all' : share < 0.45 ? 'r15' : 'r18'
}

/** Returns a random date; later dates are more frequent. */
function dateOf(random: Random): string {
  const days = Math.floor(Math.sqrt(random.next()) * 365 * 18)
  return new Date(Date.UTC(2008, 0, 1) + days * 86_400_000).toISOString().slice(0, 10)
}

const words = {
  japanese: [
    '星屑',
    '雨音',
    '図書館',
    '夜行列車',
    '灯台',
    '手紙',
    '朗読',
    '茶室',
    '眠り',
    '窓辺',
    '月灯り',
    '森',
    '紅茶',
    'の',
    'と',
    'で',
  ],
  chinese: [
    '星空',
    '雨声',
    '图书馆',
    '夜车',
    '灯塔',
    '来信',
    '朗读',
    '茶室',
    '入眠',
    '窗边',
    '月光',
    '森林',
    '红茶',
    '的',
    '与',
    '里',
  ],
  english: [
    'Starlight',
    'Rain',
    'Library',
    'Night Train',
    'Lighthouse',
    'Letter',
    'Reading',
    'Tea',
    'Slumber',
    'Window',
    'Moon',
    'Forest',
  ],
}

function titleOf(random: Random): string {
  const share = random.next()
  const [list, gap] =
    share < 0.75 ? [words.japanese, ''] : share < 0.9 ? [words.chinese, ''] : [words.english, ' ']
  const parts = Array.from({ length: 3 + random.below(4) }, () =>
    random.next() < 0.4 && gap === '' ? characters(random) : list[random.below(list.length)],
  )
  return `${parts.join(gap)} ${random.below(1000)}`
}

/** Returns two or three common characters, so that titles have as many distinct pairs as real ones. */
function characters(random: Random): string {
  return Array.from({ length: 2 + random.below(2) }, () => common[random.below(common.length)]).join('')
}

const common =
  '一日人年大本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨春夏秋冬朝昼夜空海風花鳥森林石光音声歌手足目耳口心思言葉店道駅町村国王玉糸竹虫貝犬草赤青黒'
