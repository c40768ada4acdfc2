/** What a kept generation was laid out by. */
import { createArena } from '../memory/arena.ts'
import { describe } from '../memory/manifest.ts'
import { eachKind } from '../model/generation.ts'
import { writeTexts } from '../text/texts.ts'
import { columnsOf } from './columns.ts'
import { buildGeneration } from './generation.ts'

/** Another text as soon as any array of a generation comes, goes or holds another kind of number. */
export function layoutOf(): string {
  const arena = createArena()
  const generation = buildGeneration(arena, {
    columns: columnsOf(arena, []),
    texts: writeTexts().finish(arena),
    names: eachKind(() => []),
    growths: new Map(),
  })
  return JSON.stringify(shapeOf(describe(generation)))
}

/** Names and kinds without places and values. */
function shapeOf(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return typeof part
  if (Array.isArray(part)) return part.map(shapeOf)
  if ('view' in part && typeof part.view === 'string') return part.view
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, shapeOf(value)]))
}
