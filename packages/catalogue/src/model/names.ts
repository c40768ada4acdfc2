/** Names of the entities of one kind, by key: to be found by, and to be put in order. */
import { fold } from '../text/fold.rules.ts'
import type { TextIndex } from '../text/text-index.ts'

export interface NamedEntity {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly kana: string | null
  /** Names in other languages. */
  readonly translations: readonly string[]
}

export interface Names {
  /** A document a key. */
  readonly index: TextIndex
  /** The rank of each key by id; and by its reading, else its name, and by id among those with the same reading. */
  readonly idRanks: Uint32Array
  readonly nameRanks: Uint32Array
}

/** Returns the texts that a name is found by. */
export const fieldsOfName = ({ name, kana, translations }: Omit<NamedEntity, 'key' | 'id'>): string[] =>
  [name, kana ?? '', ...translations].map(fold)

/** Returns the text that a name is ordered by: kana stand in their own order, other writing by its characters. */
export const readingOf = ({ name, kana }: Pick<NamedEntity, 'name' | 'kana'>): string => fold(kana ?? name)
