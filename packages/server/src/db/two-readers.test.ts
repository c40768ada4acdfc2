import { expect, test } from 'vitest'
import { eachEngine } from '../testing/engines.ts'
import { saveSetting } from './settings.store.ts'
import { withTwoReaders } from './two-readers.ts'

eachEngine((engine) => {
  test('both see the same, also what was written before the second began is seen by none', async () => {
    const database = await engine.open()
    await saveSetting(database.write, 'colour', 'red')
    const seen = await withTwoReaders(database, async ({ first, second }) => {
      const colour = (db: typeof first) =>
        db.selectFrom('setting').select('value').where('name', '=', 'colour').executeTakeFirst()
      const before = await colour(first)
      await saveSetting(database.write, 'colour', 'blue')
      return [before, await colour(second), await colour(first)]
    })
    expect(seen).toEqual([seen[0], seen[0], seen[0]])
    expect(JSON.stringify(seen[0])).toContain('red')
    await database.close()
  })

  test('what fails in one ends both, and the next may begin', async () => {
    const database = await engine.open()
    const failing = withTwoReaders(database, async ({ second }) => {
      await second.selectFrom('setting').selectAll().execute()
      throw new Error('in the middle')
    })
    await expect(failing).rejects.toThrow('in the middle')
    expect(
      await withTwoReaders(database, async ({ first }) => first.selectFrom('setting').selectAll().execute()),
    ).toBeDefined()
    await database.close()
  })
})
