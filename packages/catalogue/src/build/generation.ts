/** Builds a generation from the columns, texts, names and growths of all works. */
import { type EntityKind, languages } from '@koedana/contract/values.ts'
import type { Arena } from '../memory/arena.ts'
import { createBits, set } from '../memory/bits.ts'
import { type Columns, hasLyricsFlag, inLibraryFlag } from '../model/columns.ts'
import { eachKind, type Generation } from '../model/generation.ts'
import type { Growth, GrowthPeriod } from '../model/growth.ts'
import type { NamedEntity } from '../model/names.ts'
import { buildTextIndex } from '../text/text-index.ts'
import type { Texts } from '../text/texts.ts'
import { buildCumulativeBitmaps } from './cumulative-bitmaps.ts'
import { buildEditionGroups } from './edition-groups.ts'
import { buildEditionOrders, buildEditionsByOriginal, groupsOf } from './editions.ts'
import { buildGrown } from './growth.ts'
import { buildNames } from './names.ts'
import { buildOrders } from './orders.ts'
import { buildPostings } from './postings.ts'

export interface Material {
  readonly columns: Columns
  /** A document an ordinal. */
  readonly texts: Texts
  readonly names: Readonly<Record<EntityKind, readonly NamedEntity[]>>
  readonly growths: ReadonlyMap<number, Growth>
}

export function buildGeneration(arena: Arena, material: Material): Generation {
  const { columns, growths } = material
  const groups = groupsOf(columns)
  const orders = buildOrders(arena, columns)
  const grown = (period: GrowthPeriod) => buildGrown(arena, columns, { growths, period })
  return {
    columns,
    postings: eachKind((kind) => buildPostings(arena, columns, kind)),
    orders,
    cumulativeBitmaps: buildCumulativeBitmaps(arena, columns, orders),
    ages: {
      1: bitsWhere(arena, columns.age, (age) => age === 1),
      2: bitsWhere(arena, columns.age, (age) => age === 2),
      3: bitsWhere(arena, columns.age, (age) => age === 3),
    },
    spoken: languages.map((_, at) =>
      bitsWhere(arena, columns.languages, (spoken) => (spoken & (1 << at)) !== 0),
    ),
    inLibrary: bitsWhere(arena, columns.flags, (flags) => (flags & inLibraryFlag) !== 0),
    hasLyrics: bitsWhere(arena, columns.flags, (flags) => (flags & hasLyricsFlag) !== 0),
    hasEditions: groups.length > 0,
    editionsByOriginal: buildEditionsByOriginal(arena, columns),
    editionGroups: buildEditionGroups(arena, columns, groups),
    editionOrders: buildEditionOrders(arena, columns, groups),
    works: buildTextIndex(arena, material.texts),
    names: eachKind((kind) => buildNames(arena, material.names[kind])),
    grown: {
      daily: grown('daily'),
      weekly: grown('weekly'),
      monthly: grown('monthly'),
      yearly: grown('yearly'),
    },
  }
}

function bitsWhere(
  arena: Arena,
  column: Uint8Array | Uint32Array,
  holds: (value: number) => boolean,
): Uint32Array {
  const bits = createBits(arena, column.length)
  for (let ordinal = 0; ordinal < column.length; ordinal++) if (holds(column[ordinal]!)) set(bits, ordinal)
  return bits
}
