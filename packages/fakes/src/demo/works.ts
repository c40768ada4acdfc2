/** The demo works with all their facts, as in the catalog file. */
import { artists, genres, illustrators, makers, type Named, type NamedGenre, series } from './cast.ts'
import { type Random, seeded } from './random.ts'
import type { Title, Tongue } from './title.ts'
import { titles } from './titles.ts'

export interface DemoWork {
  readonly id: string
  readonly title: Title
  readonly maker: Named
  readonly artists: readonly Named[]
  readonly illustrators: readonly Named[]
  readonly genres: readonly NamedGenre[]
  readonly series: Named | undefined
  readonly editionOf: string | undefined
  /** `YYYY-MM-DD` */
  readonly releaseDate: string
  readonly price: number
  readonly listPrice: number
  readonly sales: number
  readonly wishlistCount: number
  readonly rating: number
  readonly ratingCount: number
  readonly reviewCount: number
  /** Whether the library has files of it; otherwise only the catalog file lists it. */
  readonly isInLibrary: boolean
}

/** Returns all works in the order of their IDs. */
export const demoWorks = (): DemoWork[] => titles.map((title, index) => workOf(title, index))

/** Far above any number that a marketplace has used. */
const idOf = (index: number) => `RJ${90_000_001 + index}`

function workOf(title: Title, index: number): DemoWork {
  const random = seeded(`work ${index} ${title.en}`)
  // Sales are log-normal: a few works sell far more than most.
  const sales = Math.round(Math.exp(random.between(4.2, 9.6)))
  const listPrice = random.pick([660, 770, 880, 990, 1100, 1210, 1320, 1430, 1540, 1760, 1980, 2200])
  const ratingCount = Math.round(sales * random.between(0.15, 0.35))
  return {
    id: idOf(index),
    title,
    maker: makerOf(title, random),
    artists: random.some(voicesOf(title.tongue), random.pick([1, 1, 2, 2, 3])),
    illustrators: random.some(illustrators, random.pick([1, 1, 1, 2])),
    genres: title.genres.map((name) => genres[name]),
    series: title.series && series[title.series],
    editionOf: title.editionOf === undefined ? undefined : idOf(title.editionOf - 1),
    releaseDate: releaseDateOf(index, random),
    price: random.next() < 0.3 ? Math.floor((listPrice * random.pick([0.5, 0.7, 0.8])) / 10) * 10 : listPrice,
    listPrice,
    sales,
    wishlistCount: Math.round(sales * random.between(0.4, 1.8)),
    rating: Math.round(random.between(3.9, 4.95) * 100) / 100,
    ratingCount,
    reviewCount: Math.round(ratingCount * random.between(0.02, 0.12)),
    isInLibrary: index % 4 !== 3,
  }
}

/** A series has one maker; most makers work in one language. */
function makerOf({ series: name, tongue }: Title, random: Random): Named {
  const byTongue = { ja: [0, 2, 5, 1], zh: [3, 6], en: [4, 7, 1] } as const satisfies Record<
    Tongue,
    readonly number[]
  >
  const choice = name === undefined ? random : seeded(`maker of ${name} ${tongue}`)
  const [first] = choice.some(byTongue[tongue], 1)
  return makers[first ?? 0] ?? makers[0]
}

function voicesOf(tongue: Tongue): readonly Named[] {
  const [from, to] = { ja: [0, 6], zh: [6, 9], en: [9, 12] }[tongue]
  return artists.slice(from, to)
}

/** Spread over six years up to November 2026, denser towards the end. */
function releaseDateOf(index: number, random: Random): string {
  const newest = Date.UTC(2026, 10, 18)
  const shuffled = (index * 37) % titles.length
  const daysAgo = Math.round((shuffled / titles.length) ** 1.7 * 2100 + random.between(0, 9))
  return new Date(newest - daysAgo * 86_400_000).toISOString().slice(0, 10)
}

export type Form = 'mp3' | 'wav' | 'both'

export interface DemoTrack {
  /** File name without its extension. */
  readonly name: string
  readonly title: string
  /** Number of the composed audio that this track plays. */
  readonly sound: number
  readonly lyrics: 'lrc' | 'vtt' | undefined
}

export interface DemoFolder {
  readonly name: string
  readonly form: Form
  readonly tracks: readonly DemoTrack[]
}

/** Number of composed audio files; tracks share them. */
export const soundCount = 24
/** The first few are short, because they are also written as WAV. */
export const shortSoundCount = 4

/** `sounds` is the number of audio files to share. */
export function folderOf(work: DemoWork, index: number, sounds = soundCount): DemoFolder {
  const random = seeded(`files ${work.id}`)
  const form: Form = index % 15 === 5 ? 'wav' : index % 15 === 10 ? 'both' : 'mp3'
  const names: TrackTitles = trackTitles[work.title.tongue]
  const count = random.whole(1, 4)
  const chosen = new Set(random.some(names.middle, count))
  const middle = names.middle.filter((title) => chosen.has(title))
  const all = [names.first, ...middle, names.last]
  const hasLyrics = index % 2 === 0
  return {
    name: folderName(work, index),
    form,
    tracks: all.map((title, position) => ({
      name: `${String(position + 1).padStart(2, '0')} ${title}`,
      title,
      sound: form === 'mp3' ? random.whole(shortSoundCount, sounds - 1) : position % shortSoundCount,
      lyrics: hasLyrics ? (index % 4 === 0 ? 'lrc' : 'vtt') : undefined,
    })),
  }
}

/** Common ways to name folders. */
function folderName({ id, title, maker }: DemoWork, index: number): string {
  const name = title[title.tongue].replace(/[/\\:*?"<>|]/g, ' ')
  const ways = [`${id} ${name}`, `[${maker.name}][${id}]${name}`, `[${maker.name}] ${name} (${id})`, id]
  return ways[index % ways.length] ?? id
}

interface TrackTitles {
  readonly first: string
  readonly middle: readonly string[]
  readonly last: string
}

const trackTitles = {
  ja: {
    first: 'プロローグ',
    middle: [
      '雨音の出迎え',
      '湯気とおしゃべり',
      '窓辺の朗読',
      '古い時計のうた',
      '小さな忘れもの',
      '星の数え方',
    ],
    last: 'おやすみなさい',
  },
  zh: {
    first: '序章',
    middle: ['雨声来迎', '一杯热茶', '窗边的朗读', '旧钟的歌', '小小的失物', '数星星的办法'],
    last: '晚安',
  },
  en: {
    first: 'Prologue',
    middle: [
      'Rain at the Door',
      'Steam and Small Talk',
      'Reading by the Window',
      'The Old Clock Sings',
      'A Small Lost Thing',
      'How to Count Stars',
    ],
    last: 'Good Night',
  },
} as const satisfies Record<Tongue, TrackTitles>
