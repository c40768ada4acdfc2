import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { onPostgres } from '../testing/engines.ts'
import { copyOut } from './copy-out.ts'
import type { Database } from './open.ts'
import { type KeyRange, readPacked } from './packed-columns.ts'
import type { Db } from './schema.ts'

type Held = readonly [key: number, number: number | string | null, words: string | null]

/**
 * Reads rows in parts with these columns: the number, the number as 64 bits with null as 5, and 32-bit words. The words are the
 * number and its negation, with null as 6 or 7.
 */
async function partsIn({ read }: Database, rows: readonly Held[], parts: readonly KeyRange[]) {
  const values = rows.map(
    ([key, number, text]) =>
      sql`(${sql.lit(key)}::bigint, ${sql.lit(number)}::bigint, ${sql.lit(text)}::text)`,
  )
  const found: unknown[] = []
  await readPacked(read, {
    parts,
    numbers: ['number'],
    words: { word: 6, negated: 7, last: -1 },
    texts: ['text', 'latin'],
    rows: ({ first, last }) => sql`
      select coalesce(number, 5) as number, number as word, -number as negated, number as last, text, key::text as latin
      from (values ${sql.join(values)}) as held (key, number, text)
      where key >= ${first} and key <= ${last} order by key`,
    take: (part, { count, numbers, words, texts, joined }) =>
      found.push({
        part,
        count,
        numbers: [...numbers('number')],
        words: [...words('word')],
        negated: [...words('negated')],
        last: [...words('last')],
        texts: texts('text'),
        joined: joined('latin'),
      }),
  })
  return found
}

async function copiedFrom(db: Db, statement: ReturnType<typeof sql>): Promise<(string | undefined)[][]> {
  const rows: (string | undefined)[][] = []
  await copyOut(db, statement, (row) => rows.push(row.map((value) => value?.toString('latin1'))))
  return rows
}

describe.skipIf(inject('postgresUrl') === undefined)('columns of postgres', () => {
  const engine = onPostgres()
  const all = { first: 0, last: 100 }

  test('numbers come as they are, words as their lower 32 bits', async () => {
    const database = await engine.open()
    const numbers = [0, 1, -1, 255, -256, 2 ** 31, -(2 ** 31), 2 ** 32 - 1, -(2 ** 32), 2 ** 53 - 1]
    const most = ['9223372036854775807', '-9223372036854775807']
    const rows = [...numbers, ...most, null].map((number, at): Held => [at, number, null])
    const low = [...numbers, ...most].map((number) => Number(BigInt.asIntN(32, BigInt(number))))
    expect(await partsIn(database, rows, [all])).toMatchObject([
      {
        count: 13,
        numbers: [...numbers, ...most.map(Number), 5],
        words: [...low, 6],
        negated: [...low.map((word) => -word | 0), 7],
        last: [...low, -1],
      },
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
      {
        part: parts[0],
        count: 2,
        numbers: [5, 1],
        words: [6, 1],
        negated: [7, -1],
        last: [-1, 1],
        texts: [null, 'a'],
        joined: '5\x007\0',
      },
      {
        part: parts[1],
        count: 1,
        numbers: [4],
        words: [4],
        negated: [-4],
        last: [4],
        texts: [null],
        joined: '0\0',
      },
      {
        part: parts[2],
        count: 0,
        numbers: [],
        words: [],
        negated: [],
        last: [],
        texts: [],
        joined: '',
      },
      {
        part: parts[3],
        count: 1,
        numbers: [2],
        words: [2],
        negated: [-2],
        last: [2],
        texts: ['b'],
        joined: '3\0',
      },
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
