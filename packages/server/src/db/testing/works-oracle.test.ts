import { createCatalogue } from '@koedana/catalogue/catalogue.ts'
import { createArena } from '@koedana/catalogue/memory/arena.ts'
import { viewer, workQuery, workRows } from '@koedana/catalogue/testing/arbitraries.ts'
import { runOptions } from '@koedana/catalogue/testing/property-runs.ts'
import type { WorkSort } from '@koedana/contract/filters.ts'
import fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { loadGeneration } from '../../features/works/index/build-from.ts'
import { eachEngine } from '../../testing/engines.ts'
import { holdSnapshot } from '../readers.ts'
import type { Db } from '../schema.ts'
import { saveWorkRows } from './store-work-rows.ts'
import { listInSql } from './works-oracle.ts'

/** Stored works always have these two times. */
const storable = workRows.map((rows) =>
  rows.map((row) => ({ ...row, createdAt: row.createdAt || 0, updatedAt: row.updatedAt || 0 })),
)
const askable = workQuery
  .filter(({ sort }) => isStored(sort))
  .map((query) => ({ ...query, search: undefined }))
const isStored = (sort: WorkSort) => sort !== 'random' && sort !== 'relevance' && sort !== 'popular'
const questions = fc.array(fc.tuple(askable, viewer), { minLength: 20, maxLength: 20 })

eachEngine((engine) => {
  test('the index loaded from the store returns what SQL returns', async () => {
    const database = await engine.open()
    await fc.assert(
      fc.asyncProperty(storable, questions, async (rows, requested) => {
        await saveWorkRows(database, rows)
        const arena = createArena()
        const generation = await holdSnapshot(database, (reader) =>
          loadGeneration({ reader, dialect: database.dialect }, { arena, today: 0 }),
        )
        const catalogue = createCatalogue({ generation, arena })
        for (const [query, viewing] of requested) {
          const { pages, total } = listInSql(query, viewing)
          for (const page of pages)
            expect(catalogue.list(query, viewing)).toEqual({
              keys: await numbers(database.read, page),
              total: (await numbers(database.read, total))[0],
            })
        }
      }),
      runOptions(25),
    )
    await database.close()
  })
})

async function numbers(db: Db, text: string): Promise<number[]> {
  const { rows } = await db.executeQuery<Record<string, number>>(CompiledQuery.raw(text))
  return rows.flatMap((row) => Object.values(row))
}
