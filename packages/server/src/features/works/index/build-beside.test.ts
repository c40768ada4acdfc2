import { buildFromColumns, columnsOf } from '@koedana/catalogue/build/generation.ts'
import { createArena } from '@koedana/catalogue/memory/arena.ts'
import { noGrowth } from '@koedana/catalogue/model/generation.ts'
import type { WorkRow } from '@koedana/catalogue/model/row.ts'
import { writeTexts } from '@koedana/catalogue/text/text-index.ts'
import { rangedFields } from '@koedana/contract/field-lists.ts'
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import { expect, test } from 'vitest'
import { buildBeside } from './build-beside.ts'

const row = (key: number): WorkRow => ({
  key,
  age: key % 3 === 0 ? 1 : 2,
  ...recordOf(rangedFields, () => (key * 7_919) % 1_009),
  releaseDay: 20_000 + (key % 365),
  addedAt: Number.NaN,
  createdAt: key,
  updatedAt: 2 * key,
  inLibrary: key % 5 === 0,
  hasLyrics: false,
  lyricsLanguages: 0,
  editionOf: key % 11 === 0 ? key - 1 : -1,
  languages: key % 4,
  texts: [`rain ${key % 97}`, `work ${key}`],
  growth: noGrowth,
  entities: { makers: [key % 50], series: [], artists: [], illustrators: [], genres: [] },
})

test('a thread builds the same, and both find room in the memory at once', async () => {
  const rows = Array.from({ length: 21_000 }, (_, at) => row(at + 1))
  const made = () => {
    const arena = createArena()
    const columns = columnsOf(arena, rows)
    const writer = writeTexts(arena, rows.length)
    for (const { texts } of rows) writer.add(texts)
    return { arena, columns, texts: writer.finish() }
  }
  const here = made()
  const there = made()
  const building = buildBeside(there.arena, there.columns, there.texts)
  const others: Uint32Array[] = []
  let isBuilt = false
  void building.then(() => {
    isBuilt = true
  })
  while (!isBuilt) {
    others.push(there.arena.uint32(4_000).fill(others.length + 1))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(await building).toEqual(buildFromColumns(here.arena, here.columns, here.texts))
  expect(others.every((array, at) => array.every((value) => value === at + 1))).toBe(true)
})
