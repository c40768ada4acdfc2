/** A generation of plain rows, with the kernel that is asked for. */

import { columnsOf } from '../build/columns.ts'
import { buildGeneration } from '../build/generation.ts'
import { type Catalogue, createCatalogue } from '../catalogue.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type Arena, createArena } from '../memory/arena.ts'
import { eachKind, type Generation } from '../model/generation.ts'
import type { NamedEntity } from '../model/names.ts'
import type { WorkRow } from '../model/row.ts'
import { writeTexts } from '../text/texts.ts'

export function generationOf(
  rows: readonly WorkRow[],
  named: readonly NamedEntity[] = [],
): { generation: Generation; arena: Arena } {
  const arena = createArena()
  const texts = writeTexts()
  for (const row of rows.toSorted((a, b) => a.key - b.key)) texts.add(row.texts)
  const generation = buildGeneration(arena, {
    columns: columnsOf(arena, rows),
    texts: texts.finish(arena),
    names: eachKind(() => named),
    growths: new Map(rows.map(({ key, growth }) => [key, growth])),
  })
  return { generation, arena }
}

/** `named` are the entities of every kind. */
export const catalogueOf = (
  rows: readonly WorkRow[],
  kernel?: (arena: Arena) => Kernel,
  named?: readonly NamedEntity[],
): Catalogue => {
  const { generation, arena } = generationOf(rows, named)
  return createCatalogue({ generation, arena, kernel: kernel?.(arena) })
}
