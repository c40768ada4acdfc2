/** Ten thousand works with odd rows among them, counted by SQL on both sides; moves that are stopped midway, and rehearsed. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { rehearse } from '../../db/rehearsal.ts'
import { eachEngine } from '../../testing/engines.ts'
import type { MigrationReport } from './migration-report.ts'
import { everything, type Moving, moving, noon } from './testing/moving.ts'
import { type OldTableRow, oldHash, stateOf } from './testing/old-kikoeru.ts'

const people = ['haruka', 'midori', 'tsukasa']
const many = 10_000

/** Every seventh id is a text, every circle of a hundred is 0 or made by hand, and some of everything is nonsense. */
function fill({ old }: Moving, works: number): void {
  const numbers = Array.from({ length: works }, (_, n) => n)
  const idOf = (n: number) => 1_000_000 + n * 7
  const spelt = (n: number) => (n % 7 === 0 ? `0${idOf(n)}` : String(idOf(n)))
  old.insert('t_user', ...people.map((name) => ({ name, password: oldHash(`${name} 1`), group: 'user' })))
  old.insert(
    't_circle',
    ...Array.from({ length: 100 }, (_, n) => ({ id: n === 99 ? -1 : n, name: `Circle ${n}` })),
  )
  old.insert('t_tag', ...Array.from({ length: 50 }, (_, n) => ({ id: n + 1, name: `Genre ${n}` })))
  old.insert('t_va', ...Array.from({ length: 200 }, (_, n) => ({ id: `va ${n}`, name: `Voice ${n}` })))
  const work = (n: number): OldTableRow => ({
    id: idOf(n),
    title: n % 500 === 3 ? null : `Work ${n}\0 \ud800`,
    circle_id: n % 101,
    nsfw: n % 3 === 0 ? null : n % 2,
    release: n % 11 === 0 ? 'soon' : '2021-03-04',
    dl_count: n % 13 === 0 ? -1 : n,
    price: n % 17 === 0 ? 'free' : 110 * n,
    rate_average_2dp: n % 19 === 0 ? 77 : 4.5,
    memo: n % 23 === 0 ? '{"half":' : '{}',
  })
  old.insert('t_work', ...numbers.map(work))
  old.insert('r_tag_work', ...numbers.map((n) => ({ tag_id: n % 60, work_id: n % 29 === 0 ? -n : idOf(n) })))
  old.insert('r_va_work', ...numbers.map((n) => ({ va_id: `va ${n % 250}`, work_id: idOf(n) })))
  const words = ['marked', 'listening', 'listened', 'replay', 'postponed', 'dreaming', null]
  old.insert(
    't_review',
    ...numbers.map((n) => ({
      user_name: n % 97 === 0 ? 'nobody' : (people[n % 3] ?? ''),
      work_id: n % 89 === 0 ? `no work ${n}` : spelt(n),
      rating: n % 8,
      review_text: n % 5 === 0 ? `Note ${n}` : null,
      progress: words[n % 7] ?? null,
      updated_at: n % 31 === 0 ? 'yesterday' : '2024-05-06 07:08:09',
      created_at: null,
    })),
  )
  old.insert(
    't_play_histroy',
    ...numbers.slice(0, 500).map((n) => ({
      user_name: 'haruka',
      work_id: idOf(n),
      state: n % 2 ? stateOf([{ title: 'a' }], 0, 1) : '[]',
      updated_at: '2024-05-06 07:08:09',
    })),
  )
}

const sums = ({ tables }: MigrationReport) =>
  Object.entries(tables).filter(
    ([, { read, carried, present, unmatched }]) => read !== carried + present + unmatched,
  )

eachEngine((engine) => {
  let database: Database
  let m: Moving
  beforeEach(async () => {
    database = await engine.open()
    m = moving(database, 'number178')
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
    table: 'work' | 'mark' | 'user',
    where?: (row: Record<string, unknown>) => boolean,
  ) => {
    const [rows = []] = await m.rows(table)
    return where ? rows.filter((row) => where({ ...Object(row) })).length : rows.length
  }

  test('of ten thousand works with odd rows nothing is lost, by SQL on both sides', async () => {
    fill(m, many)
    const report = await m.move()
    expect(sums(report)).toEqual([])
    for (const [table, { read }] of Object.entries(report.tables))
      if (table !== 'rootFolders') expect([table, read]).toEqual([table, countOld(table)])
    expect(await count('work')).toBe(countOld('t_work'))
    expect(await count('work', ({ price }) => price !== null)).toBe(
      countOld("t_work where typeof(price) = 'integer' and price >= 0"),
    )
    expect(await count('work', ({ sales }) => sales !== null)).toBe(countOld('t_work where dl_count >= 0'))
    expect(await count('work', ({ rating }) => rating !== null)).toBe(
      countOld('t_work where rate_average_2dp <= 5'),
    )
    expect(await count('work', ({ age_category }) => age_category === 'r18')).toBe(
      countOld('t_work where nsfw = 1'),
    )
    const known = "user_name <> 'nobody' and cast(work_id as integer) in (select id from t_work)"
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
    await m.moveAgain()
  })

  test('stopped at any step and run again, it ends as it does in one go', async () => {
    fill(m, 600)
    const once = await moved()
    for (const stopAt of stops()) {
      const fresh = await engine.open()
      const again = moving(fresh, 'number178')
      try {
        fill(again, 600)
        await expect(again.move(stopAt)).rejects.toThrow('the plug was pulled')
        await again.move()
        expect(await contentsOf(again)).toEqual(once)
      } finally {
        again.remove()
        await fresh.close()
      }
    }
  })

  /** At the beginning of each step, and within them, where the clock is looked at before something is written. */
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
  const contentsOf = async (of: Moving) => {
    const tables = everything.filter((table) => table !== 'change' && table !== 'track')
    const all = await of.rows(...tables)
    const plain = (row: unknown) =>
      JSON.stringify(Object.entries({ ...Object(row) }).filter(([column]) => !volatile.has(column)))
    return Object.fromEntries(tables.map((table, at) => [table, (all[at] ?? []).map(plain).sort()]))
  }

  test('a rehearsal says the same, and changes nothing', async () => {
    fill(m, 600)
    const before = await m.rows(...everything)
    const rehearsed = await rehearse(database, (dry) => m.move({ database: dry, scan: undefined }))
    expect(await m.rows(...everything)).toEqual(before)
    const { tables } = await m.move({ scan: undefined })
    expect(rehearsed.tables).toEqual(tables)
  })
})
