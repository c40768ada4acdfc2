/** Columns of a known number of works, empty or filled from rows. */
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import type { Arena } from '../memory/arena.ts'
import {
  type Columns,
  hasLyricsFlag,
  inLibraryFlag,
  instantColumns,
  type LinkedKind,
  type Links,
  numberColumns,
  unknown,
} from '../model/columns.ts'
import type { WorkRow } from '../model/row.ts'
import { writeLinks } from './links.ts'

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

/** Empty columns for `count` works, everything unknown; the links are placed when they are counted. */
export function createColumns(arena: Arena, count: number): Columns {
  const int32 = (fill: number) => arena.int32(count).fill(fill)
  return {
    count,
    key: int32(0),
    age: arena.uint8(count).fill(3),
    ...recordOf(numberColumns, () => int32(unknown)),
    ...recordOf(instantColumns, () => arena.float64(count).fill(Number.NaN)),
    languages: arena.uint32(count),
    flags: arena.uint8(count),
    makers: int32(-1),
    series: int32(-1),
    editionOf: int32(-1),
    artists: noLinks,
    illustrators: noLinks,
    genres: noLinks,
  }
}

const noLinks: Links = { offsets: new Uint32Array(0), keys: new Int32Array(0) }
