/** Builds the text index and the ranks of the names of one kind of entity. */
import type { Arena } from '../memory/arena.ts'
import { fieldsOfName, type NamedEntity, type Names, readingOf } from '../model/names.ts'
import { buildTextIndex } from '../text/text-index.ts'
import { writeTexts } from '../text/texts.ts'

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
