/** Title, genres and cover scene of an invented work. */
import type { GenreName, SeriesName } from './cast.ts'
import type { Scene } from './scenery.ts'

export type Tongue = 'ja' | 'zh' | 'en'

export interface Title {
  readonly ja: string
  readonly zh: string
  readonly en: string
  /** The language of the work. */
  readonly tongue: Tongue
  readonly scene: Scene
  readonly genres: readonly GenreName[]
  readonly series?: SeriesName
  /** Number, from 1, of the work that this one translates. */
  readonly editionOf?: number
}

type More = Pick<Title, 'series' | 'editionOf'>

const one =
  (tongue: Tongue) =>
  (
    scene: Scene,
    names: readonly [string, string, string],
    about: readonly GenreName[],
    more: More = {},
  ): Title => ({
    ja: names[0],
    zh: names[1],
    en: names[2],
    tongue,
    scene,
    genres: about,
    ...more,
  })

/** Create works in Japanese, Chinese or English. */
export const ja = one('ja')
export const zh = one('zh')
export const en = one('en')
