// @module-tag large
/**
 * Migrates thousands of works of each generation with odd rows among them, and counts by SQL on both sides. Also interrupts migrations,
 * and rehearses them.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runDryRun } from '../../db/dry-run.ts'
import type { Database } from '../../db/open.ts'
import { eachEngine } from '../../testing/engines.ts'
import type { MigrationReport } from './migration-report.ts'
import { fillOld } from './testing/large-old-server.ts'
import { everything, type MigrationFixture, migrationFixture, noon } from './testing/migration-fixture.ts'
import type { Generation } from './testing/old-kikoeru.ts'

/** Five batches, with each kind of odd row many times. `migration-killed.test.ts` migrates ten thousand. */
const many = process.env.CI === 'true' ? 2_500 : 1_000

const sums = ({ tables }: MigrationReport) =>
  Object.entries(tables).filter(
    ([, { read, carried, present, unmatched }]) => read !== carried + present + unmatched,
  )

eachEngine((engine) => {
  let database: Database
  let m: MigrationFixture
  beforeEach(async () => {
    database = await engine.open()
    m = migrationFixture(database, 'number178')
  })
  afterEach(async () => {
    m.remove()
    await database.close()
  })

  const countOld = (words: string) =>
    Number(
      Object.values(
        m.old.database.prepare<[], Record<string, number>>(`select count(*) as n from ${words}`).get() ?? {},
      )[0],
    )
  const count = async (
    table: 'work' | 'mark' | 'user' | 'playlist',
    where?: (row: Record<string, unknown>) => boolean,
  ) => {
    const [rows = []] = await m.rows(table)
    return where ? rows.filter((row) => where({ ...Object(row) })).length : rows.length
  }

  test.each<Generation>(['project', 'number178', 'valohalo', 'kikoenai'])(
    'of many works of %s with odd rows nothing is lost, by SQL on both sides',
    { timeout: 180_000 },
    async (generation) => {
      m.remove()
      m = migrationFixture(database, generation)
      fillOld(m.old, generation, many)
      const report = await m.move()
      expect(sums(report)).toEqual([])
      for (const [table, { read }] of Object.entries(report.tables))
        if (table !== 'rootFolders') expect([table, read]).toEqual([table, countOld(table)])
      // Works without a marketplace ID are reported, and not migrated.
      const works = "t_work where id not like 'd_%'"
      expect(await count('work')).toBe(countOld(works))
      expect(report.tables.t_work?.unmatched).toBe(countOld("t_work where id like 'd_%'"))
      expect(await count('work', ({ price }) => price !== null)).toBe(
        countOld(`${works} and typeof(price) = 'integer' and price >= 0`),
      )
      expect(await count('work', ({ sales }) => sales !== null)).toBe(countOld(`${works} and dl_count >= 0`))
      expect(await count('work', ({ rating }) => rating !== null)).toBe(
        countOld(`${works} and rate_average_2dp <= 5`),
      )
      expect(await count('work', ({ age_category }) => age_category === 'r18')).toBe(
        countOld(`${works} and nsfw = 1`),
      )
      const known = `user_name <> 'nobody' and cast(work_id as integer) in (select cast(id as integer) from ${works})`
      expect(await count('mark', ({ rating }) => rating !== null)).toBe(
        countOld(`t_review where ${known} and rating between 1 and 5`),
      )
      expect(await count('mark', ({ note }) => note !== '')).toBe(
        countOld(`t_review where ${known} and review_text is not null`),
      )
      expect(await count('mark', ({ state }) => state !== null)).toBe(
        countOld(
          `t_review where ${known} and progress in ('marked', 'listening', 'listened', 'replay', 'postponed')`,
        ),
      )
      expect(report.tables.t_review?.unmatched).toBe(countOld(`t_review where not (${known})`))
      const lists = generation === 'valohalo' ? ['t_playlist', 't_work_collection'] : []
      for (const table of lists)
        expect(report.tables[table]?.unmatched).toBe(countOld(`${table} where user_name = 'nobody'`))
      expect(await count('playlist')).toBe(
        lists.reduce((sum, table) => sum + countOld(`${table} where user_name <> 'nobody'`), 0),
      )
      await m.moveAgain()
    },
  )

  test('stopped at any step and run again, it ends as it does in one go', async () => {
    fillOld(m.old, 'number178', 600)
    const once = await moved()
    for (const stopAt of stops()) {
      const fresh = await engine.open()
      const again = migrationFixture(fresh, 'number178')
      try {
        fillOld(again.old, 'number178', 600)
        await expect(again.move(stopAt)).rejects.toThrow('the plug was pulled')
        await again.move()
        expect(await contentsOf(again)).toEqual(once)
      } finally {
        again.remove()
        await fresh.close()
      }
    }
  })

  /** Returns ways to interrupt a migration: at the start of each step, and within them whenever the clock is read before a write. */
  function stops() {
    const pull = () => {
      throw new Error('the plug was pulled')
    }
    const atStep = (stopAt: string) => ({ onStep: (step: string) => (step === stopAt ? pull() : undefined) })
    const atTurn = (turn: number) => {
      let turns = 0
      return { now: () => (++turns === turn ? pull() : noon) }
    }
    return [...['accounts', 'scans', 'ownData'].map(atStep), ...[2, 5, 7, 9].map(atTurn)]
  }

  async function moved() {
    await m.move()
    return contentsOf(m)
  }
  const volatile = new Set([
    'id',
    'key',
    'user_key',
    'tag_key',
    'maker_key',
    'entity_key',
    'genre_key',
    'root',
    'seq',
    'sealed',
  ])
  const contentsOf = async (of: MigrationFixture) => {
    const tables = everything.filter((table) => table !== 'change' && table !== 'track')
    const all = await of.rows(...tables)
    const plain = (row: unknown) =>
      JSON.stringify(Object.entries({ ...Object(row) }).filter(([column]) => !volatile.has(column)))
    return Object.fromEntries(tables.map((table, at) => [table, (all[at] ?? []).map(plain).sort()]))
  }

  test('a rehearsal says the same, and changes nothing', async () => {
    fillOld(m.old, 'number178', 600)
    const before = await m.rows(...everything)
    const rehearsed = await runDryRun(database, (dry) => m.move({ database: dry, scan: undefined }))
    expect(await m.rows(...everything)).toEqual(before)
    const { tables } = await m.move({ scan: undefined })
    expect(rehearsed.tables).toEqual(tables)
  })
})
