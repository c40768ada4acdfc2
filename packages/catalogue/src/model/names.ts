/** Names of the entities of one kind, by key, for search and sorting. */
import { fold } from '../text/fold.rules.ts'
import type { TextIndex } from '../text/text-index.ts'

export interface NamedEntity {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly kana: string | null
  readonly translations: readonly string[]
}

export interface Names {
  /** The document number is the key. */
  readonly index: TextIndex
  /**
   * The rank of each key by ID.
   * `nameRanks`: by reading (or name if there is none), then by ID.
   */
  readonly idRanks: Uint32Array
  readonly nameRanks: Uint32Array
}

/** Returns the folded texts that a name is found by. */
export const fieldsOfName = ({ name, kana, translations }: Omit<NamedEntity, 'key' | 'id'>): string[] =>
  [name, kana ?? '', ...translations].map(fold)

/** Returns the text that a name is sorted by: its kana reading if it has one, else the name itself. */
export const readingOf = ({ name, kana }: Pick<NamedEntity, 'name' | 'kana'>): string => fold(kana ?? name)
