/** The title of an invented work holds these: names in three languages, subjects, and the scene of its cover. */
import type { GenreName, SeriesName } from './cast.ts'
import type { Scene } from './scenery.ts'

export type Tongue = 'ja' | 'zh' | 'en'

export interface Title {
  readonly ja: string
  readonly zh: string
  readonly en: string
  /** The language in which the work was made. */
  readonly tongue: Tongue
  readonly scene: Scene
  readonly genres: readonly GenreName[]
  readonly series?: SeriesName
  /** The number, from 1, of the work of which this one is an edition in another language. */
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

/** Works made in Japanese, Chinese, English. */
export const ja = one('ja')
export const zh = one('zh')
export const en = one('en')
