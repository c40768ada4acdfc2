/** Builds a generation from columns, texts, names and growths. `describeLayout` tells whether a stored generation fits this version. */
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import { type EntityKind, languages, lyricsLanguages } from '@koedana/contract/values.ts'
import { type Arena, createArena, createBits, createManifest, setBit, wordsFor } from '../memory/arena.ts'
import { flagsOf, hasLyricsFlag, inLibraryFlag, lyricsLanguagesIn } from '../model/flags.ts'
import {
  type Columns,
  eachKind,
  type Generation,
  instantColumns,
  type LinkedKind,
  type Links,
  numberColumns,
  type Postings,
  unknown,
} from '../model/generation.ts'
import { fieldsOfName, type NamedEntity, type Names, readingOf } from '../model/names.ts'
import type { WorkRow } from '../model/row.ts'
import { buildTextIndex, type Texts, writeTexts } from '../text/text-index.ts'
import { buildEditionGroups, buildEditionOrders, buildEditionsByOriginal, groupEditions } from './editions.ts'
import { buildGrown, type Growths, writeGrowths } from './growths.ts'
import { writeLinks } from './links.ts'
import { buildCumulativeBitmaps, buildOrders } from './orders.ts'

export interface GenerationInput {
  readonly columns: Columns
  readonly names: Readonly<Record<EntityKind, Names>>
  readonly growths: Growths
}

/** The document number in `texts` is the ordinal. */
export const buildGeneration = (arena: Arena, material: GenerationInput, texts: Texts): Generation => ({
  ...buildFromColumns(arena, material.columns, texts),
  ...buildFromLinks(arena, material),
  names: material.names,
})

/** The parts built from columns and texts only. */
export type ColumnParts = Omit<Generation, keyof LinkParts | 'names'>

/** The parts built from links, languages, editions and growths. */
export type LinkParts = Pick<
  Generation,
  | 'columns'
  | 'postings'
  | 'spoken'
  | 'hasEditions'
  | 'editionGroups'
  | 'editionOrders'
  | 'editionsByOriginal'
  | 'grown'
>

export function buildFromColumns(arena: Arena, columns: Columns, texts: Texts): ColumnParts {
  const orders = buildOrders(arena, columns)
  return {
    orders,
    cumulativeBitmaps: buildCumulativeBitmaps(arena, columns, orders),
    ages: {
      1: buildBits(arena, columns.age, (age) => age === 1),
      2: buildBits(arena, columns.age, (age) => age === 2),
      3: buildBits(arena, columns.age, (age) => age === 3),
    },
    inLibrary: buildBits(arena, columns.flags, (flags) => (flags & inLibraryFlag) !== 0),
    hasLyrics: buildBits(arena, columns.flags, (flags) => (flags & hasLyricsFlag) !== 0),
    readAlong: lyricsLanguages.map((_, at) =>
      buildBits(arena, columns.flags, (flags) => (lyricsLanguagesIn(flags) & (1 << at)) !== 0),
    ),
    works: buildTextIndex(arena, texts),
  }
}

export function buildFromLinks(
  arena: Arena,
  { columns, growths }: Pick<GenerationInput, 'columns' | 'growths'>,
): LinkParts {
  const groups = groupEditions(columns)
  return {
    columns,
    postings: eachKind((kind) => buildPostings(arena, columns, kind)),
    spoken: languages.map((_, at) =>
      buildBits(arena, columns.languages, (spoken) => (spoken & (1 << at)) !== 0),
    ),
    hasEditions: groups.length > 0,
    editionGroups: buildEditionGroups(arena, columns, groups),
    editionOrders: buildEditionOrders(arena, columns, groups),
    editionsByOriginal: buildEditionsByOriginal(arena, columns),
    grown: buildGrown(arena, columns, growths),
  }
}

function buildBits(
  arena: Arena,
  column: Uint8Array | Uint32Array,
  holds: (value: number) => boolean,
): Uint32Array {
  const bits = createBits(arena, column.length)
  for (let ordinal = 0; ordinal < column.length; ordinal++) if (holds(column[ordinal]!)) setBit(bits, ordinal)
  return bits
}

/** Returns columns for rows in any order. */
export function buildColumns(arena: Arena, rows: readonly WorkRow[]): Columns {
  const sorted = rows.toSorted((a, b) => a.key - b.key)
  const columns = createColumns(
    arena,
    Int32Array.from(sorted, ({ key }) => key),
  )
  sorted.forEach((row, ordinal) => {
    columns.age[ordinal] = row.age
    for (const column of numberColumns) columns[column][ordinal] = row[column]
    for (const column of instantColumns) columns[column][ordinal] = row[column]
    columns.languages[ordinal] = row.languages
    columns.flags[ordinal] = flagsOf(row)
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
    const writer = writeLinks(arena, columns)
    writer.add(0, rows.length, {
      works: tied.map(({ work }) => work),
      entities: tied.map(({ entity }) => entity),
      positions: tied.map(({ position }) => position),
    })
    return writer.finish()
  }
  return { artists: links('artists'), illustrators: links('illustrators'), genres: links('genres') }
}

/** Creates columns for works with ascending keys; all other values are unknown. Links are added once they are counted. */
export function createColumns(arena: Arena, keys: Int32Array): Columns {
  const count = keys.length
  const int32 = (fill: number) => arena.int32(count).fill(fill)
  const key = arena.int32(count)
  key.set(keys)
  return {
    count,
    key,
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

export function buildNames(arena: Arena, entities: readonly NamedEntity[]): Names {
  const sorted = entities.toSorted((a, b) => a.key - b.key)
  const size = (sorted.at(-1)?.key ?? -1) + 1
  const writer = writeTexts(arena, size)
  let next = 0
  for (let key = 0; key < size; key++) {
    const entity = sorted[next]
    if (entity?.key === key) next += 1
    writer.add(entity?.key === key ? fieldsOfName(entity) : [])
  }
  return {
    index: buildTextIndex(arena, writer.finish()),
    idRanks: ranks(arena, sorted, ({ id }) => id),
    nameRanks: ranks(arena, sorted, readingOf),
  }
}

function ranks(
  arena: Arena,
  entities: readonly NamedEntity[],
  textOf: (entity: NamedEntity) => string,
): Uint32Array {
  const ranks = arena.uint32((entities.at(-1)?.key ?? -1) + 1)
  entities
    .map((entity) => ({ key: entity.key, id: entity.id, text: textOf(entity) }))
    .sort((a, b) => compare(a.text, b.text) || compare(a.id, b.id))
    .forEach(({ key }, at) => {
      ranks[key] = at
    })
  return ranks
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Returns a text that changes whenever an array of a generation is added, removed or changes its type. */
export function describeLayout(): string {
  const arena = createArena()
  const columns = buildColumns(arena, [])
  const names = eachKind(() => buildNames(arena, []))
  const material = { columns, names, growths: writeGrowths(columns).finish() }
  const generation = buildGeneration(arena, material, writeTexts(arena, 0).finish())
  return JSON.stringify(describeShape(createManifest(generation)))
}

/** Returns the names and types of a manifest without positions and values. */
function describeShape(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return typeof part
  if (Array.isArray(part)) return part.map(describeShape)
  if ('view' in part && typeof part.view === 'string') return part.view
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, describeShape(value)]))
}

/** An entity that at least one work in this many has is stored as a bitset, which is smaller and faster than a list. */
const denseShare = 32

export function buildPostings(arena: Arena, columns: Columns, kind: EntityKind): Postings {
  const { count } = columns
  const links = linksOfKind(columns, kind)
  const size = links.keys.reduce((most, key) => Math.max(most, key), -1) + 1
  const counts = new Uint32Array(size)
  for (const key of links.keys) counts[key]!++
  const denseIndex = arena.int32(size).fill(-1)
  const offsets = arena.uint32(size + 1)
  let denseCount = 0
  for (let key = 0; key < size; key++) {
    const isDense = counts[key]! >= Math.max(1, count / denseShare)
    if (isDense) denseIndex[key] = denseCount++
    offsets[key + 1] = offsets[key]! + (isDense ? 0 : counts[key]!)
  }
  const ordinals = arena.uint32(offsets[size]!)
  const dense = arena.uint32(denseCount * wordsFor(count))
  const denseKeys = arena.uint32(denseCount)
  denseIndex.forEach((index, key) => {
    if (index >= 0) denseKeys[index] = key
  })
  fillPostings(links, count, { offsets, ordinals, denseIndex, dense })
  return { offsets, ordinals, denseIndex, denseKeys, dense }
}

/** Runs in the order of works, so the lists are sorted. */
function fillPostings(
  links: Links,
  count: number,
  { offsets, ordinals, denseIndex, dense }: Omit<Postings, 'denseKeys'>,
): void {
  const next = offsets.slice()
  const words = wordsFor(count)
  const bitsets = Array.from({ length: dense.length / words }, (_, index) =>
    dense.subarray(index * words, (index + 1) * words),
  )
  for (let ordinal = 0; ordinal < count; ordinal++) {
    for (let at = links.offsets[ordinal]!; at < links.offsets[ordinal + 1]!; at++) {
      const key = links.keys[at]!
      const bits = bitsets[denseIndex[key]!]
      if (bits) setBit(bits, ordinal)
      else ordinals[next[key]!++] = ordinal
    }
  }
}

/** Returns makers and series as links, although a work has at most one. */
function linksOfKind(columns: Columns, kind: EntityKind) {
  if (kind !== 'makers' && kind !== 'series') return columns[kind]
  const offsets = new Uint32Array(columns.count + 1)
  const keys = new Int32Array(columns.count)
  let found = 0
  for (let ordinal = 0; ordinal < columns.count; ordinal++) {
    const key = columns[kind][ordinal]!
    if (key >= 0) keys[found++] = key
    offsets[ordinal + 1] = found
  }
  return { offsets, keys: keys.subarray(0, found) }
}
