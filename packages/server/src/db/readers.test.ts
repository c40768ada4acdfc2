import { expect, test } from 'vitest'
import { eachEngine } from '../testing/engines.ts'
import { type Reader, withReaders } from './readers.ts'
import type { Db } from './schema.ts'
import { saveSetting } from './settings.store.ts'

const colourIn = (db: Db) =>
  db.selectFrom('setting').select('value').where('name', '=', 'colour').executeTakeFirst()

eachEngine((engine) => {
  test('all see the same, also where something was written before the others read', async () => {
    const database = await engine.open()
    await saveSetting(database.write, 'colour', 'red')
    const seen = await withReaders(database, async ({ first, second, third }) => {
      const before = await first(colourIn)
      await saveSetting(database.write, 'colour', 'blue')
      return [
        before,
        ...(await Promise.all([second, third, first].map((reader: Reader) => reader(colourIn)))),
      ]
    })
    expect(seen).toEqual([seen[0], seen[0], seen[0], seen[0]])
    expect(JSON.stringify(seen[0])).toContain('red')
    await database.close()
  })

  test('a reader reads one thing after the other', async () => {
    const database = await engine.open()
    await withReaders(database, async ({ second }) => {
      let isRead = false
      const reading = second(async (db) => {
        await colourIn(db)
        await colourIn(db)
        isRead = true
      })
      expect(await second(async () => isRead)).toBe(true)
      await reading
    })
    await database.close()
  })

  test('what fails in one ends all, and others may begin', async () => {
    const database = await engine.open()
    const failing = withReaders(database, ({ third }) =>
      third(async (db) => {
        await colourIn(db)
        throw new Error('in the middle')
      }),
    )
    await expect(failing).rejects.toThrow('in the middle')
    expect(await withReaders(database, ({ first }) => first(colourIn))).toBeUndefined()
    await database.close()
  })
})
