import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachEngine } from '../testing/engines.ts'
import { appendChanges } from './changes.ts'
import { openForReading } from './open.ts'
import { holdSnapshot, joinSnapshot, SnapshotPassedError } from './readers.ts'
import type { Db } from './schema.ts'
import { saveSetting } from './settings.store.ts'

const colourIn = (db: Db) =>
  db.selectFrom('setting').select('value').where('name', '=', 'colour').executeTakeFirst()

eachEngine((engine) => {
  test('all see the same, also where something was written before the others read', async () => {
    const database = await engine.open()
    const other = await openForReading(database.location)
    await saveSetting(database.write, 'colour', 'red')
    const seen = await holdSnapshot(database, (holder, moment) =>
      joinSnapshot(other, moment, async (first, second) => {
        const before = await holder(colourIn)
        await saveSetting(database.write, 'colour', 'blue')
        return [before, ...(await Promise.all([first, second, holder].map((reader) => reader(colourIn))))]
      }),
    )
    expect(seen).toEqual([seen[0], seen[0], seen[0], seen[0]])
    expect(JSON.stringify(seen[0])).toContain('red')
    await other.close()
    await database.close()
  })

  test('a moment that has passed is joined as it was, or not at all', async () => {
    const database = await engine.open()
    const other = await openForReading(database.location)
    await saveSetting(database.write, 'colour', 'red')
    const joined = await holdSnapshot(database, async (_, moment) => {
      await saveSetting(database.write, 'colour', 'blue')
      await appendChanges(database.write, 'works', [1])
      return joinSnapshot(other, moment, (first) => first(colourIn)).catch((error: unknown) => error)
    })
    if (database.dialect.name === 'sqlite') expect(joined).toBeInstanceOf(SnapshotPassedError)
    else expect(JSON.stringify(joined)).toContain('red')
    expect(
      await holdSnapshot(database, (_, moment) => joinSnapshot(other, moment, (first) => first(colourIn))),
    ).toMatchObject({ value: expect.stringContaining('blue') })
    await other.close()
    await database.close()
  })

  test('one pass over everything keeps little of the file', async () => {
    const database = await engine.open()
    const reading = await openForReading(database.location, { isOnePass: true })
    const size = sql<{ cache_size: number }>`pragma cache_size`
    if (reading.dialect.name === 'sqlite')
      expect((await size.execute(reading.read)).rows).toEqual([{ cache_size: -1024 }])
    await reading.close()
    await database.close()
  })

  test('a reader reads one thing after the other', async () => {
    const database = await engine.open()
    await holdSnapshot(database, async (reader) => {
      let isRead = false
      const reading = reader(async (db) => {
        await colourIn(db)
        await colourIn(db)
        isRead = true
      })
      expect(await reader(async () => isRead)).toBe(true)
      await reading
    })
    await database.close()
  })

  test('what fails in one ends all, and others may begin', async () => {
    const database = await engine.open()
    const other = await openForReading(database.location)
    const failing = holdSnapshot(database, (_, moment) =>
      joinSnapshot(other, moment, (_first, second) =>
        second(async (db) => {
          await colourIn(db)
          throw new Error('in the middle')
        }),
      ),
    )
    await expect(failing).rejects.toThrow('in the middle')
    expect(
      await holdSnapshot(database, (_, moment) => joinSnapshot(other, moment, (first) => first(colourIn))),
    ).toBeUndefined()
    await other.close()
    await database.close()
  })
})
