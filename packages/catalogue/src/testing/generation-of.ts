/**
 * A generation of plain rows, with the requested kernel.
 * Entities with ids in another order than their keys, and with few names: equal values are distinguished by id alone.
 */

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { buildGeneration, buildNames, columnsOf } from '../build/generation.ts'
import { writeGrowths } from '../build/growths.ts'
import { type Catalogue, createCatalogue } from '../catalogue.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { createSimdKernel } from '../kernel/simd.ts'
import { type Arena, createArena } from '../memory/arena.ts'
import { eachKind, type Generation } from '../model/generation.ts'
import type { NamedEntity } from '../model/names.ts'
import type { WorkRow } from '../model/row.ts'
import { writeTexts } from '../text/text-index.ts'
import { largestEntity } from './arbitraries.ts'

export function generationOf(
  rows: readonly WorkRow[],
  named: readonly NamedEntity[] = [],
): { generation: Generation; arena: Arena } {
  const arena = createArena()
  const columns = columnsOf(arena, rows)
  const texts = writeTexts(arena, rows.length)
  const growths = writeGrowths(columns)
  for (const row of rows.toSorted((a, b) => a.key - b.key)) {
    texts.add(row.texts)
    growths.add(row.key, row.growth)
  }
  const written = texts.finish()
  const names = eachKind(() => buildNames(arena, named))
  const generation = buildGeneration(arena, { columns, names, growths: growths.finish() }, written)
  return { generation, arena }
}

/** `named` are the entities of every kind. */
export const catalogueOf = (
  rows: readonly WorkRow[],
  kernel?: (arena: Arena) => Kernel,
  named?: readonly NamedEntity[],
  mostApart?: number,
): Catalogue => {
  const { generation, arena } = generationOf(rows, named)
  return createCatalogue({ generation, arena, kernel: kernel?.(arena), mostApart })
}

/** The kernel that the build made; tests must not pass without it. */
export const kernelBytes = readFileSync(new URL('../../dist/kernel.wasm', import.meta.url))
const module = new WebAssembly.Module(kernelBytes)

export function simdKernel(arena: Arena): Kernel {
  const kernel = createSimdKernel(module, arena)
  if (!kernel) throw new Error('the kernel does not run here')
  return kernel
}

/** The keys go beyond 9: there the order of ids as texts is not that of numbers either. */
export const idOf = (key: number): string => String((key * 7 + 9) % 13)

const name = fc.constantFrom('い', 'ろ', 'は')
const namesOfAll = fc.array(name, { minLength: largestEntity + 1, maxLength: largestEntity + 1 })

/** Names by key. */
export const renaming = fc.record({ before: namesOfAll, now: namesOfAll })
export type Renaming = typeof renaming extends fc.Arbitrary<infer T> ? T : never

export const textOfNow =
  ({ now }: Pick<Renaming, 'now'>) =>
  (_: unknown, key: number, text: 'id' | 'reading'): string =>
    text === 'id' ? idOf(key) : (now[key] ?? '')

const named = (names: readonly string[]): NamedEntity[] =>
  names.map((name, key) => ({ key, id: idOf(key), name, kana: null, translations: [] }))

/** The same works and names: in a base of either kernel, and half of them written since, as the second half of the names was. */
export function sameCatalogues(rows: readonly WorkRow[], { before, now }: Renaming): Catalogue[] {
  const half = Math.floor(rows.length / 2)
  const known = named(before).slice(0, before.length / 2)
  const written = now.map((name, key) => ({ key, name })).filter(({ key, name }) => known[key]?.name !== name)
  const names = new Map(written.map(({ key, name }) => [key, [name]]))
  let changed = catalogueOf(rows.slice(0, half), simdKernel, known).withChanges(rows.slice(half), [])
  eachKind((kind) => {
    changed = changed.withNames(kind, names)
  })
  return [catalogueOf(rows, undefined, named(now)), catalogueOf(rows, simdKernel, named(now)), changed]
}
