/**
 * Builds generations and catalogs from rows, with the requested kernel. IDs sort in another order than keys, and few distinct names occur,
 * so that ties are decided by ID.
 */

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { buildColumns, buildGeneration, buildNames } from '../build/generation.ts'
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
  const columns = buildColumns(arena, rows)
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
  maxApart?: number,
): Catalogue => {
  const { generation, arena } = generationOf(rows, named)
  return createCatalogue({ generation, arena, kernel: kernel?.(arena), maxApart })
}

/** The compiled kernel; tests must fail if it was not built. */
export const kernelBytes = readFileSync(new URL('../../dist/kernel.wasm', import.meta.url))
const module = new WebAssembly.Module(kernelBytes)

export function simdKernel(arena: Arena): Kernel {
  const kernel = createSimdKernel(module, arena)
  if (!kernel) throw new Error('the kernel does not run here')
  return kernel
}

/** Keys exceed 9, so that IDs sort differently as texts and as numbers. */
export const idOf = (key: number): string => String((key * 7 + 9) % 13)

const name = fc.constantFrom('い', 'ろ', 'は')
const namesOfAll = fc.array(name, { minLength: largestEntity + 1, maxLength: largestEntity + 1 })

export const renaming = fc.record({ before: namesOfAll, now: namesOfAll })
export type Renaming = typeof renaming extends fc.Arbitrary<infer T> ? T : never

export const textOfNow =
  ({ now }: Pick<Renaming, 'now'>) =>
  (_: unknown, key: number, text: 'id' | 'reading'): string =>
    text === 'id' ? idOf(key) : (now[key] ?? '')

const named = (names: readonly string[]): NamedEntity[] =>
  names.map((name, key) => ({ key, id: idOf(key), name, kana: null, translations: [] }))

/** Builds the same works and names three times: with each kernel, and with half of the works and names as changes. */
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
