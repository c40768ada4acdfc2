import type { Kysely, KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { applyMigrations, pendingMigrations } from './migrate.ts'
import { openInMemory } from './open.ts'
import type { Schema } from './schema.ts'
import { cachePerMigrations, columnsOf, findUnrecordedMigrations } from './shape.ts'

/** Returns a reader that runs `act` after the given number of results, like another process between two queries. */
const readingWhile = (db: Kysely<Schema>, { after, act }: { after: number; act: () => Promise<void> }) => {
  let results = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      results += 1
      if (results === after) await act()
      return result
    },
  }
  return { read: db.withPlugin(plugin), results: () => results }
}

test('a list of steps is whole, whichever moment another process brings it up to date', async () => {
  for (let after = 1, reads = 1; after <= reads; after += 1) {
    const database = openInMemory()
    const steps = await pendingMigrations(database)
    await applyMigrations(database, steps.slice(0, 10))
    const act = () => applyMigrations(database, steps)
    const reading = readingWhile(database.read, { after, act })
    expect(
      await findUnrecordedMigrations({ ...database, read: reading.read }),
      `after read ${after}`,
    ).toEqual([])
    expect(await pendingMigrations(database)).toEqual([])
    reads = reading.results()
    await database.close()
  }
})

test('each list of steps is run once, and what failed is asked anew', async () => {
  const database = openInMemory()
  const steps = await pendingMigrations(database)
  await database.close()
  let asked = 0
  const columnsAfter = cachePerMigrations(async (reading) => {
    asked += 1
    if (asked === 1) throw new Error('the memory is full')
    return (await columnsOf(reading)).length
  })
  await expect(columnsAfter(steps.slice(0, 3))).rejects.toThrow('the memory is full')
  const few = await columnsAfter(steps.slice(0, 3))
  expect(await Promise.all([columnsAfter(steps.slice(0, 3)), columnsAfter(steps.slice(0, 3))])).toEqual([
    few,
    few,
  ])
  expect(asked).toBe(2)
  expect(await columnsAfter(steps)).toBeGreaterThan(few)
})
