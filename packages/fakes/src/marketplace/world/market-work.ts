/** A work of the marketplace, from which every response is built. */
import type { MarketCase } from './cases.ts'
import type { MarketGenre } from './genres.ts'

export interface Person {
  /** Digits. */
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
  /** Ratings of one star to five stars. */
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
  /** Yen without tax, as listed, and the percentage taken off. */
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
  /** The floor for women that it is sold on; undefined for the general ones. */
  readonly floor?: WomensFloor | undefined
}

/** Floors of works for women, and of audio dramas from publishers. */
export const womensFloors = ['girls', 'girls-drama', 'bl', 'bl-drama'] as const
export type WomensFloor = (typeof womensFloors)[number]

/** A test may change these fields of a work. */
export type WorkPatch = Partial<Omit<MarketWork, 'index' | 'id' | 'case'>>

/** A work with an id of its own beside the invented ones; what it leaves out is invented. */
export interface ListedWork extends WorkPatch {
  readonly id: string
}

/** Days as whole numbers since 1970, in the marketplace's own (Japanese) calendar. */
export const dayOf = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000)

/** `YYYY-MM-DD` */
export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** The day it is in Japan, `YYYY-MM-DD`: for servers that run on the real clock, since they read the lists of recent days. */
export const todayInJapan = (): string => new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)

/** Unix seconds of midnight in Japan. */
export const unixOf = (day: number): number => day * 86_400 - 9 * 3600
