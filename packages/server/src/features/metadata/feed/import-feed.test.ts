import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { latestSeq, readChangesSince } from '../../../db/changes.ts'
import type { Database } from '../../../db/open.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { exportFeed } from './export-feed.ts'
import { type ImportSummary, importFeed } from './import-feed.ts'

const whole = {
  id: 'RJ90000001',
  name: '雨の図書館',
  names: { 'en-US': 'The Library in the Rain' },
  ageCategory: 'all',
  price: 460,
  sales: 10,
  rating: 4.89,
  releaseDate: '2024-02-29',
  languages: ['CHI_HANS', 'JPN'],
  maker: { id: 'RG1', name: 'Quiet Room', kana: 'クワイエットルーム' },
  series: { id: 'S1', name: '夜' },
  artists: [
    { id: 'a2', name: 'Two' },
    { id: 'a1', name: 'One' },
  ],
  genres: [{ id: '56', name: '癒し', names: { 'en-US': 'Healing', 'zh-CN': '治愈' } }],
  writers: ['Someone'],
  duration: 61,
}

eachEngine((engine) => {
  test('what goes in comes out, and goes in again without a change', async () => {
    const database = await engine.open()
    expect(
      await take(database, [whole, { ...whole, id: 'KD00000007', editionOf: 'RJ90000001' }]),
    ).toMatchObject({ read: 2, added: 2 })
    const exported = await written(database)
    const [header, first, second] = exported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(header).toEqual({ koedana: 1 })
    expect(first).toMatchObject({ id: 'KD00000007', editionOf: 'RJ90000001' })
    expect(second).toMatchObject(whole)
    const seq = await latestSeq(database.read)
    expect(await takeText(database, exported)).toMatchObject({ added: 0, refused: 0 })
    expect(await written(database)).toBe(exported)
    expect(
      (await readChangesSince(database.read, seq, 100)).filter(({ subject }) => subject === 'work'),
    ).toEqual([])
    await database.close()
  })

  test('another database that takes in an export exports the same bytes', async () => {
    const [one, other] = [await engine.open(), await engine.open()]
    await take(one, [
      whole,
      { id: 'RJ123', name: 'no digits enough' },
      { ...whole, id: 'RJ01000001', rating: 0, artists: [] },
    ])
    await takeText(other, await written(one))
    expect(await written(other)).toBe(await written(one))
    await one.close()
    await other.close()
  })

  test('null and absent keep, lists replace, numbers alone do not update', async () => {
    const database = await engine.open()
    await take(database, [whole], '2026-01-01T00:00:00.000Z')
    await take(database, [{ id: whole.id, name: null, sales: 11 }], '2026-02-01T00:00:00.000Z')
    const refreshed = await database.read.selectFrom('work').selectAll().executeTakeFirstOrThrow()
    expect(refreshed).toMatchObject({
      name: whole.name,
      sales: 11,
      price: 460,
      updated_at: '2026-01-01T00:00:00.000Z',
    })
    await take(
      database,
      [{ id: whole.id, genres: [], artists: [{ id: 'a1', name: 'Renamed' }] }],
      '2026-03-01T00:00:00.000Z',
    )
    const line = JSON.parse((await written(database)).trim().split('\n')[1] ?? '')
    expect(line.artists).toEqual([{ id: 'a1', name: 'Renamed' }])
    expect(line.genres).toBeUndefined()
    const changed = await database.read.selectFrom('work').select('updated_at').executeTakeFirstOrThrow()
    expect(changed.updated_at).toBe('2026-03-01T00:00:00.000Z')
    await database.close()
  })

  test('refused lines are told by number and reason, the rest goes in', async () => {
    const database = await engine.open()
    const lines = [
      '\uFEFF{"koedana":1}',
      'not json',
      '{"name":"nameless"}',
      '{"id":"X1"}',
      '{"id":"RJ90000002","releaseDate":"2023-02-30"}\r',
      '{"id":"RJ90000003","price":"cheap"}',
      '',
      '"text"',
      `{"id":"RJ90000004","name":"${'x'.repeat(1024 * 1024)}"}`,
      '{"id":"rj90000005","name":"mended"}\r',
      '{"id":"RJ90000006","name":"a\\u0000b"}',
    ]
    const summary = await takeText(database, lines.join('\n'))
    expect(summary).toMatchObject({ added: 1, refused: 8 })
    expect(summary.refusals).toEqual([
      { line: 2, reason: 'is not JSON' },
      { line: 3, reason: 'lacks an id' },
      { line: 4, reason: 'has an id that is not a work id' },
      { line: 5, reason: 'releaseDate is not a day that exists (YYYY-MM-DD)' },
      { line: 6, reason: 'price is not a whole number' },
      { line: 8, reason: 'is not an object' },
      { line: 9, reason: 'is longer than 1048576 bytes' },
      { line: 11, reason: 'name is not text, or holds characters that cannot be stored' },
    ])
    expect(await database.read.selectFrom('work').select('id').execute()).toEqual([{ id: 'RJ90000005' }])
    await database.close()
  })

  test('bytes that are not UTF-8 are refused alone', async () => {
    const database = await engine.open()
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('{"id":"RJ90000001"}')])
    expect(await importFeed({ database, lines: Readable.from([bytes]), now })).toMatchObject({
      added: 1,
      refused: 1,
    })
    await database.close()
  })

  test('an edition names its original in any spelling', async () => {
    const database = await engine.open()
    await take(database, [{ id: 'rj90000002', editionOf: 'rj90000001' }])
    expect(await written(database)).toContain('"editionOf":"RJ90000001"')
    await database.close()
  })

  test('what one line tells of an entity stays where the next line is silent', async () => {
    const database = await engine.open()
    const [genre] = whole.genres
    const later = {
      id: 'RJ90000002',
      maker: { id: 'RG1', name: 'Quiet Rooms' },
      genres: [{ id: genre?.id, name: genre?.name, names: { 'en-US': null } }],
    }
    await take(database, [whole, later])
    const line = JSON.parse((await written(database)).trim().split('\n')[1] ?? '')
    expect(line.genres).toEqual(whole.genres)
    expect(line.maker).toEqual({ ...whole.maker, name: 'Quiet Rooms' })
    await database.close()
  })

  test('two imports at once that name the same entities wait for each other', async () => {
    const database = await engine.open()
    const shelf = (first: number) =>
      Array.from({ length: 1_200 }, (_, at) => ({
        id: `RJ${first + at}`,
        name: `work ${at}`,
        ...(at % 2 === first % 2 && { maker: { id: `m${at % 50}`, name: `maker ${(at * first) % 7}` } }),
        artists: Array.from({ length: 4 }, (_, n) => ({
          id: `a${(at * 7 + n) % 900}`,
          name: `artist ${first}`,
        })),
      }))
    const taken = await Promise.all([take(database, shelf(90_000_000)), take(database, shelf(91_000_001))])
    expect(taken.map(({ added }) => added)).toEqual([1_200, 1_200])
    await database.close()
  })

  test('the last line of a work wins, across and within batches', async () => {
    const database = await engine.open()
    const many = Array.from({ length: 700 }, (_, at) => ({
      id: `RJ9100${String(at).padStart(4, '0')}`,
      sales: at,
    }))
    const summary = await take(database, [
      ...many,
      { id: 'RJ91000000', sales: 5_000 },
      { id: 'RJ91000000', sales: 6_000 },
    ])
    expect(summary).toMatchObject({ read: 702, added: 700, updated: 2 })
    const row = await database.read
      .selectFrom('work')
      .select('sales')
      .where('id', '=', 'RJ91000000')
      .executeTakeFirst()
    expect(row?.sales).toBe(6_000)
    await database.close()
  })
})

const now = () => new Date('2026-01-01T00:00:00.000Z')

function take(
  database: Database,
  works: readonly object[],
  at = '2026-01-01T00:00:00.000Z',
): Promise<ImportSummary> {
  const text = works.map((work) => JSON.stringify(work)).join('\n')
  return importFeed({ database, lines: Readable.from([Buffer.from(text)]), now: () => new Date(at) })
}

/** In pieces that end anywhere, as a file is read. */
function takeText(database: Database, text: string): Promise<ImportSummary> {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, at) =>
    bytes.subarray(at * 1_000, (at + 1) * 1_000),
  )
  return importFeed({ database, lines: Readable.from(pieces), now })
}

async function written(database: Database): Promise<string> {
  let text = ''
  for await (const lines of exportFeed({ database })) text += lines
  return text
}
