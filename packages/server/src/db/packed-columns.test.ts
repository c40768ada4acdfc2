import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { onPostgres } from '../testing/engines.ts'
import { copyOut } from './copy-out.ts'
import type { Database } from './open.ts'
import { type Part, readPacked } from './packed-columns.ts'
import type { Db } from './schema.ts'

type Held = readonly [key: number, number: number | string | null, words: string | null]

/** Reads rows of `key`, `number` and `words` in parts. */
async function partsIn({ read }: Database, rows: readonly Held[], parts: readonly Part[]) {
  const values = rows.map(
    ([key, number, words]) =>
      sql`(${sql.lit(key)}::bigint, ${sql.lit(number)}::bigint, ${sql.lit(words)}::text)`,
  )
  const found: unknown[] = []
  await readPacked(read, {
    parts,
    numbers: ['number'],
    texts: ['words'],
    rows: ({ first, last }) => sql`
      select number, words from (values ${sql.join(values)}) as held (key, number, words)
      where key >= ${first} and key <= ${last} order by key`,
    take: (part, { count, numbers, texts }) =>
      found.push({ part, count, numbers: [...numbers('number')], texts: texts('words') }),
  })
  return found
}

/** All rows of a statement, as texts. */
async function copiedFrom(db: Db, statement: ReturnType<typeof sql>): Promise<(string | undefined)[][]> {
  const rows: (string | undefined)[][] = []
  await copyOut(db, statement, (row) => rows.push(row.map((value) => value?.toString('latin1'))))
  return rows
}

describe.skipIf(inject('postgresUrl') === undefined)('columns of postgres', () => {
  const engine = onPostgres()
  const all = { first: 0, last: 100 }

  test('numbers come as they are, null as none', async () => {
    const database = await engine.open()
    const numbers = [0, 1, -1, 255, -256, 2 ** 31, -(2 ** 31), 2 ** 32 - 1, -(2 ** 32), 2 ** 53 - 1]
    const most = ['9223372036854775807', '-9223372036854775807']
    const rows = [...numbers, ...most, null].map((number, at): Held => [at, number, null])
    expect(await partsIn(database, rows, [all])).toMatchObject([
      { count: 13, numbers: [...numbers, ...most.map(Number), Number.NaN] },
    ])
    await database.close()
  })

  test('texts come as they are, those without a letter as null', async () => {
    const database = await engine.open()
    const words = ['a', '雨と夜', 'Größe', '👩‍👩‍👧', '\u0001', '�', 'two\nlines, "quoted" \\x00 \\', ' ']
    const rows = [...words, null, '', 'last'].map((one, at): Held => [at, 1, one])
    expect(await partsIn(database, rows, [all])).toMatchObject([{ texts: [...words, null, null, 'last'] }])
    await database.close()
  })

  test('each part has its rows, one or none of them too', async () => {
    const database = await engine.open()
    const parts = [
      { first: 5, last: 9 },
      { first: 0, last: 0 },
      { first: 10, last: 20 },
      { first: 1, last: 4 },
    ]
    const rows: Held[] = [
      [7, 1, 'a'],
      [5, null, null],
      [3, 2, 'b'],
      [0, 4, ''],
    ]
    expect(await partsIn(database, rows, parts)).toEqual([
      { part: parts[0], count: 2, numbers: [Number.NaN, 1], texts: [null, 'a'] },
      { part: parts[1], count: 1, numbers: [4], texts: [null] },
      { part: parts[2], count: 0, numbers: [], texts: [] },
      { part: parts[3], count: 1, numbers: [2], texts: ['b'] },
    ])
    await database.close()
  })

  test('rows are copied whole, however long and however many they are', async () => {
    const database = await engine.open()
    const long = sql`select repeat(n::text, 300000), null from generate_series(1, 3) as n`
    expect(await copiedFrom(database.read, long)).toEqual(
      ['1', '2', '3'].map((digit) => [digit.repeat(300_000), undefined]),
    )
    const many = await copiedFrom(database.read, sql`select n::text from generate_series(1, 50000) as n`)
    expect(many).toEqual(Array.from({ length: 50_000 }, (_, at) => [String(at + 1)]))
    expect(await copiedFrom(database.read, sql`select 1 where false`)).toEqual([])
    await database.close()
  })

  test('what fails is said, and the connection serves on', async () => {
    const database = await engine.open()
    const text = sql`select 'served'`
    await database.read.connection().execute(async (db) => {
      const broken = copiedFrom(db, sql`select 1 / (n - 2) from generate_series(1, 3) as n`)
      await expect(broken).rejects.toThrow('division by zero')
      expect(await copiedFrom(db, text)).toEqual([['served']])
      await expect(copiedFrom(db, sql`select ${7}::bigint`)).rejects.toThrow('no parameters')
      const refuse = () => {
        throw new Error('not this one')
      }
      await expect(copyOut(db, sql`select n from generate_series(1, 9) as n`, refuse)).rejects.toThrow(
        'not this one',
      )
      expect(await copiedFrom(db, text)).toEqual([['served']])
    })
    await database.close()
  })

  test('a connection that ends fails what is copied over it', async () => {
    const database = await engine.open()
    const ended = copiedFrom(
      database.read,
      sql`select pg_terminate_backend(pg_backend_pid()) from generate_series(1, 3)`,
    )
    await expect(ended).rejects.toThrow(/terminat/)
    await database.close()
  })
})
