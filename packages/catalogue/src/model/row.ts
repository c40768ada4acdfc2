/** One work as a plain object: the form of changes in the delta, and the input of the test oracle. */
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { fieldsOf } from '../text/text-index.ts'
import { hasLyricsFlag, inLibraryFlag, lyricsLanguagesIn } from './flags.ts'
import {
  entitiesOf,
  type Generation,
  type Growth,
  growthAt,
  type InstantColumn,
  instantColumns,
  type NumberColumn,
  numberColumns,
} from './generation.ts'

export interface WorkRow extends Record<NumberColumn, number>, Record<InstantColumn, number> {
  readonly key: number
  /** 1 all, 2 R15, 3 R18 and unknown. */
  readonly age: number
  readonly languages: number
  readonly inLibrary: boolean
  readonly hasLyrics: boolean
  /** Bit i is language i of `lyricsLanguages` in the contract. */
  readonly lyricsLanguages: number
  /** The key of the original; -1 for an original. */
  readonly editionOf: number
  /** Entity keys; makers and series have at most one. */
  readonly entities: Readonly<Record<EntityKind, readonly number[]>>
  /** Folded title, translations and reading. */
  readonly texts: readonly string[]
  readonly growth: Growth
}

type RowSource = Pick<Generation, 'columns' | 'works' | 'grown'>

export function rowAt({ columns, works, grown }: RowSource, ordinal: number): WorkRow {
  const number = (column: NumberColumn | InstantColumn) => columns[column][ordinal]!
  const entities = (kind: EntityKind) => entitiesOf(columns, kind, ordinal)
  return {
    key: columns.key[ordinal]!,
    age: columns.age[ordinal]!,
    ...recordOf(numberColumns, number),
    ...recordOf(instantColumns, number),
    languages: columns.languages[ordinal]!,
    inLibrary: (columns.flags[ordinal]! & inLibraryFlag) !== 0,
    hasLyrics: (columns.flags[ordinal]! & hasLyricsFlag) !== 0,
    lyricsLanguages: lyricsLanguagesIn(columns.flags[ordinal]!),
    editionOf: columns.editionOf[ordinal]!,
    entities: {
      makers: entities('makers'),
      series: entities('series'),
      artists: entities('artists'),
      illustrators: entities('illustrators'),
      genres: entities('genres'),
    },
    texts: fieldsOf(works.texts, ordinal),
    growth: growthOf(grown, ordinal),
  }
}

function growthOf(grown: Generation['grown'], ordinal: number): Growth {
  return {
    daily: growthAt(grown.daily, ordinal),
    weekly: growthAt(grown.weekly, ordinal),
    monthly: growthAt(grown.monthly, ordinal),
    yearly: growthAt(grown.yearly, ordinal),
  }
}
