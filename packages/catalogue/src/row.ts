/** One work as a plain object: how changes arrive, and what the oracle reads. */

import type { EntityKind } from '@koedana/contract/values.ts'
import type { Arena } from './arena.ts'
import {
  type Columns,
  createColumns,
  entitiesOf,
  hasLyricsFlag,
  type InstantColumn,
  inLibraryFlag,
  instantColumns,
  type LinkedKind,
  type NumberColumn,
  numberColumns,
} from './columns.ts'
import type { Generation } from './generation.ts'
import { type Growth, growthAt } from './growth.ts'
import { writeLinks } from './links.ts'
import { fieldsOf } from './text/texts.ts'

export interface WorkRow extends Record<NumberColumn, number>, Record<InstantColumn, number> {
  readonly key: number
  /** 1 all, 2 r15, 3 r18 and unknown. */
  readonly age: number
  readonly languages: number
  readonly inLibrary: boolean
  readonly hasLyrics: boolean
  /** The key of the original, -1 for an original. */
  readonly editionOf: number
  /** Entity keys; makers and series hold one at most. */
  readonly entities: Readonly<Record<EntityKind, readonly number[]>>
  /** Folded: the title, its translations, its reading. */
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
    price: number('price'),
    sales: number('sales'),
    wishlistCount: number('wishlistCount'),
    rating: number('rating'),
    ratingCount: number('ratingCount'),
    reviewCount: number('reviewCount'),
    duration: number('duration'),
    releaseDay: number('releaseDay'),
    addedAt: number('addedAt'),
    createdAt: number('createdAt'),
    updatedAt: number('updatedAt'),
    languages: columns.languages[ordinal]!,
    inLibrary: (columns.flags[ordinal]! & inLibraryFlag) !== 0,
    hasLyrics: (columns.flags[ordinal]! & hasLyricsFlag) !== 0,
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

/** Columns of rows in any order. */
export function columnsOf(arena: Arena, rows: readonly WorkRow[]): Columns {
  const sorted = rows.toSorted((a, b) => a.key - b.key)
  const columns = createColumns(arena, rows.length)
  sorted.forEach((row, ordinal) => {
    columns.key[ordinal] = row.key
    columns.age[ordinal] = row.age
    for (const column of numberColumns) columns[column][ordinal] = row[column]
    for (const column of instantColumns) columns[column][ordinal] = row[column]
    columns.languages[ordinal] = row.languages
    columns.flags[ordinal] = (row.inLibrary ? inLibraryFlag : 0) | (row.hasLyrics ? hasLyricsFlag : 0)
    columns.makers[ordinal] = row.entities.makers[0] ?? -1
    columns.series[ordinal] = row.entities.series[0] ?? -1
    columns.editionOf[ordinal] = row.editionOf
  })
  return { ...columns, ...linksOfRows(arena, columns, sorted) }
}

function linksOfRows(arena: Arena, columns: Columns, rows: readonly WorkRow[]): Pick<Columns, LinkedKind> {
  const links = (kind: LinkedKind) => {
    const tied = rows.flatMap(({ key: work, entities }) =>
      entities[kind].map((entity, position) => ({ work, entity, position })),
    )
    const writer = writeLinks(columns)
    writer.add(0, rows.length, {
      works: tied.map(({ work }) => work),
      entities: tied.map(({ entity }) => entity),
      positions: tied.map(({ position }) => position),
    })
    return writer.finish(arena)
  }
  return { artists: links('artists'), illustrators: links('illustrators'), genres: links('genres') }
}

function growthOf(grown: Generation['grown'], ordinal: number): Growth {
  return {
    daily: growthAt(grown.daily, ordinal),
    weekly: growthAt(grown.weekly, ordinal),
    monthly: growthAt(grown.monthly, ordinal),
    yearly: growthAt(grown.yearly, ordinal),
  }
}
