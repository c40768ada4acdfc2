/** Names of the entities of one kind, by key: to be found by, and to be put in order. */
import type { Arena } from './arena.ts'
import { fold } from './text/fold.rules.ts'
import { buildTextIndex, type TextIndex } from './text/text-index.ts'
import { writeTexts } from './text/texts.ts'

export interface NamedEntity {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly kana: string | null
  /** In other languages. */
  readonly translations: readonly string[]
}

export interface Names {
  /** A document a key. */
  readonly index: TextIndex
  /** Where each key stands by id; by its reading, else its name, and by id among those that are read alike. */
  readonly idRanks: Uint32Array
  readonly nameRanks: Uint32Array
}

export function buildNames(arena: Arena, entities: readonly NamedEntity[]): Names {
  const sorted = entities.toSorted((a, b) => a.key - b.key)
  const size = (sorted.at(-1)?.key ?? -1) + 1
  const writer = writeTexts()
  let next = 0
  for (let key = 0; key < size; key++) {
    const entity = sorted[next]
    if (entity?.key === key) next += 1
    writer.add(entity?.key === key ? fieldsOfName(entity) : [])
  }
  return {
    index: buildTextIndex(arena, writer.finish(arena)),
    idRanks: ranks(arena, sorted, ({ id }) => id),
    nameRanks: ranks(arena, sorted, readingOf),
  }
}

/** What a name is found by. */
export const fieldsOfName = ({ name, kana, translations }: Omit<NamedEntity, 'key' | 'id'>): string[] =>
  [name, kana ?? '', ...translations].map(fold)

/** What a name is ordered by: kana stand in their own order, other writing by its characters. */
export const readingOf = ({ name, kana }: Pick<NamedEntity, 'name' | 'kana'>): string => fold(kana ?? name)

function ranks(
  arena: Arena,
  entities: readonly NamedEntity[],
  textOf: (entity: NamedEntity) => string,
): Uint32Array {
  const placed = arena.uint32((entities.at(-1)?.key ?? -1) + 1)
  entities
    .map((entity) => ({ key: entity.key, id: entity.id, text: textOf(entity) }))
    .sort((a, b) => compare(a.text, b.text) || compare(a.id, b.id))
    .forEach(({ key }, at) => {
      placed[key] = at
    })
  return placed
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
