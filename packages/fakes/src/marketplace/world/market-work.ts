/** The model of a work on the fake marketplace, from which every response is built. */
import type { MarketCase } from './cases.ts'
import type { MarketGenre } from './genres.ts'

export interface Person {
  /** A numeric ID. */
  readonly id: string
  readonly name: string
}

export interface MarketMaker {
  readonly id: string
  readonly name: string
  readonly nameEn: string | null
}

export interface MarketSeries {
  readonly id: string
  readonly name: string
}

export interface Edition {
  readonly id: string
  readonly editionId: number
  readonly order: number
  readonly label: string
  readonly lang: string
}

/** Parts of a translation: the original, its record in a language, one translator's edition. */
export type TranslationRole = 'none' | 'original' | 'parent' | 'child'

export interface Translation {
  readonly role: TranslationRole
  readonly originalId: string | null
  readonly parentId: string | null
  readonly childIds: readonly string[]
  readonly lang: string | null
}

/** `delisted`: no longer sold, only its numbers are available. `announced` and `reserved`: not yet released. */
export type MarketState = 'sold' | 'announced' | 'reserved' | 'delisted'

/**
 * How pictures are served. `unlisted` and `resizedOnly`: the record contains only placeholders although the picture exists, the second
 * in its smaller sizes only (nothink-jp/suzumina.click issue 944).
 */
export type ImageState = 'served' | 'forbidden' | 'missing' | 'placeholder' | 'unlisted' | 'resizedOnly'

export interface Credits {
  readonly maker: MarketMaker
  readonly series: MarketSeries | null
  readonly voices: readonly Person[]
  readonly illustrators: readonly Person[]
  readonly writers: readonly Person[]
  readonly musicians: readonly Person[]
}

export interface Numbers {
  readonly sales: number
  readonly wishlistCount: number
  /** The number of ratings with one to five stars. */
  readonly ratings: readonly [number, number, number, number, number]
  readonly reviewCount: number
}

export interface MarketWork extends Credits, Numbers {
  readonly index: number
  readonly id: string
  readonly case: MarketCase
  readonly state: MarketState
  readonly isBook: boolean
  readonly name: string
  readonly maskedName: string
  readonly kana: string | null
  /** 1 all ages, 2 R-15, 3 R18. */
  readonly age: 1 | 2 | 3
  /** Day numbers in the Japanese calendar. */
  readonly releaseDay: number
  readonly updateDay: number
  readonly genres: readonly MarketGenre[]
  /** The list price in yen without tax, and the discount in percent. */
  readonly listPrice: number
  readonly discountRate: number
  readonly options: readonly string[]
  readonly fileType: string
  readonly fileTypeSpecial: string | null
  /** 0 if there is nothing to download. */
  readonly bytes: number
  readonly translation: Translation
  readonly editions: readonly Edition[]
  readonly image: ImageState
  /** The women's section that sells the work; undefined for the general sections. */
  readonly floor?: WomensFloor | undefined
}

/** Sections for women, including those for audio dramas of publishers. */
export const womensFloors = ['girls', 'girls-drama', 'bl', 'bl-drama'] as const
export type WomensFloor = (typeof womensFloors)[number]

/** The fields of a work that a test may change. */
export type WorkPatch = Partial<Omit<MarketWork, 'index' | 'id' | 'case'>>

/** A work with a given ID, in addition to the generated ones. Absent fields are generated. */
export interface ListedWork extends WorkPatch {
  readonly id: string
}

/** Converts a date to days since 1970, in the marketplace's own (Japanese) calendar. */
export const dayOf = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000)

/** Returns `YYYY-MM-DD`. */
export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/**
 * Returns the current date in Japan, `YYYY-MM-DD`. Needed by servers that use the real clock, since they read the lists of recent days.
 */
export const todayInJapan = (): string => new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)

/** Returns the Unix time (seconds) of midnight in Japan. */
export const unixOf = (day: number): number => day * 86_400 - 9 * 3600
