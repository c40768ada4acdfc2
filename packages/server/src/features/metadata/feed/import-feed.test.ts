import { Readable } from 'node:stream'
import { api } from '@koedana/contract/api.ts'
import { expect, test } from 'vitest'
import { latestSeq, readChangesSince } from '../../../db/changes.ts'
import { textOf } from '../../../lib/messages/messages.rules.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { type ImportSummary, importFeed } from './import-feed.ts'
import { exportText, fullWork, importText, ingestFeedWorks, now } from './testing/feed-fixtures.ts'

const texts = (refusals: ImportSummary['refusals']) =>
  refusals.map(({ line, reason }) => ({ line, reason: textOf(reason, 'en-US') }))

eachEngine((engine) => {
  test('what goes in comes out, and goes in again without a change', async () => {
    const database = await engine.open()
    expect(
      await ingestFeedWorks(database, [fullWork, { ...fullWork, id: 'KD00000007', editionOf: 'RJ90000001' }]),
    ).toMatchObject({ read: 2, added: 2 })
    const exported = await exportText(database)
    const [header, first, second] = exported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(header).toEqual({ koedana: 1 })
    expect(first).toMatchObject({ id: 'KD00000007', editionOf: 'RJ90000001' })
    expect(second).toMatchObject(fullWork)
    const seq = await latestSeq(database.read)
    expect(await importText(database, exported)).toMatchObject({ added: 0, refused: 0 })
    expect(await exportText(database)).toBe(exported)
    expect(
      (await readChangesSince(database.read, seq, 100)).filter(({ subject }) => subject === 'work'),
    ).toEqual([])
    await database.close()
  })

  test('another database that takes in an export exports the same bytes', async () => {
    const [one, other] = [await engine.open(), await engine.open()]
    await ingestFeedWorks(one, [
      fullWork,
      { id: 'RJ123', name: 'no digits enough' },
      { ...fullWork, id: 'RJ01000001', rating: 0, artists: [] },
    ])
    await importText(other, await exportText(one))
    expect(await exportText(other)).toBe(await exportText(one))
    await one.close()
    await other.close()
  })

  test('null and absent keep, lists replace, numbers alone do not update', async () => {
    const database = await engine.open()
    await ingestFeedWorks(database, [fullWork], '2026-01-01T00:00:00.000Z')
    await ingestFeedWorks(database, [{ id: fullWork.id, name: null, sales: 11 }], '2026-02-01T00:00:00.000Z')
    const refreshed = await database.read.selectFrom('work').selectAll().executeTakeFirstOrThrow()
    expect(refreshed).toMatchObject({
      name: fullWork.name,
      sales: 11,
      price: 460,
      updated_at: '2026-01-01T00:00:00.000Z',
    })
    await ingestFeedWorks(
      database,
      [{ id: fullWork.id, genres: [], artists: [{ id: 'a1', name: 'Renamed' }] }],
      '2026-03-01T00:00:00.000Z',
    )
    const line = JSON.parse((await exportText(database)).trim().split('\n')[1] ?? '')
    expect(line.artists).toEqual([{ id: 'a1', name: 'Renamed' }])
    expect(line.genres).toBeUndefined()
    const changed = await database.read.selectFrom('work').select('updated_at').executeTakeFirstOrThrow()
    expect(changed.updated_at).toBe('2026-03-01T00:00:00.000Z')
    await database.close()
  })

  test('refused lines are reported by number and reason, the rest goes in', async () => {
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
      '{"id":"RJ90000007","name":"mist","maker":{"id":"RG1","name":" 　"}}',
    ]
    const summary = await importText(database, lines.join('\n'))
    expect(summary).toMatchObject({ added: 1, refused: 9 })
    expect(texts(summary.refusals)).toEqual([
      { line: 2, reason: 'The line is not JSON.' },
      { line: 3, reason: 'The line has no ID.' },
      { line: 4, reason: 'The ID is not a work ID.' },
      { line: 5, reason: 'releaseDate is not an existing day (YYYY-MM-DD).' },
      { line: 6, reason: 'price is not a whole number.' },
      { line: 8, reason: 'The line is not an object.' },
      { line: 9, reason: 'The line is longer than 1,048,576 bytes.' },
      { line: 11, reason: 'name is not text, or contains characters that cannot be stored.' },
      { line: 12, reason: 'maker.name is empty.' },
    ])
    expect(await database.read.selectFrom('work').select('id').execute()).toEqual([{ id: 'RJ90000005' }])
    await database.close()
  })

  test('a feed of another version is refused whole, whatever stands in it', async () => {
    const database = await engine.open()
    for (const version of ['2', '"1"', 'null', `"${'9'.repeat(99)}"`]) {
      const taken = importText(database, `{"koedana":${version}}\n{"id":"RJ90000001","name":"a"}\n`)
      await expect(taken).rejects.toThrow(/^The file has version .{1,20}, but this server reads version 1\.$/)
    }
    expect(await database.read.selectFrom('work').select('id').execute()).toEqual([])
    await database.close()
  })

  test('a list instead of names, and an own id that is too short, are refused', async () => {
    const database = await engine.open()
    const lines = [
      '{"id":"RJ90000001","names":[]}',
      '{"id":"RJ90000002","genres":[{"id":"56","name":"癒し","names":[]}]}',
      '{"id":"KD123456","name":"own"}',
      '{"id":"RJ90000003","editionOf":"KD1234567"}',
    ]
    expect(texts((await importText(database, lines.join('\n'))).refusals)).toEqual([
      { line: 1, reason: 'names is not an object.' },
      { line: 2, reason: 'genres.0.names is not an object.' },
      { line: 3, reason: 'The ID is not a work ID.' },
      { line: 4, reason: 'editionOf is not a work ID.' },
    ])
    expect(await database.read.selectFrom('work').select('id').execute()).toEqual([])
    await database.close()
  })

  test('an id that no address can have is refused; one of signs is found by its address', async () => {
    const lines = [
      '{"id":"RJ90000001","maker":{"id":"..","name":"Up"}}',
      '{"id":"RJ90000002","series":{"id":".","name":"Here"}}',
      '{"id":"RJ90000003","genres":[{"id":"..","name":"Up"}]}',
      '{"id":"RJ90000004","ageCategory":"all","maker":{"id":"../a b%2F?#","name":"Signs"}}',
    ]
    const w = await startTestServer(engine)
    expect(texts((await importText(w.deps.database, lines.join('\n'))).refusals)).toEqual([
      { line: 1, reason: 'maker.id contains characters that are not allowed in an address.' },
      { line: 2, reason: 'series.id contains characters that are not allowed in an address.' },
      { line: 3, reason: 'genres.0.id contains characters that are not allowed in an address.' },
    ])
    await w.deps.catalogue.caughtUp()
    const { call } = await w.signIn()
    const params = { kind: 'makers', id: '../a b%2F?#' } as const
    expect(await call(api.getEntity, { params })).toMatchObject({ id: params.id, name: 'Signs' })
    await call(api.follow, { params })
    expect((await call(api.listFollows, {})).items.map(({ id }) => id)).toEqual([params.id])
    await w.close()
  })

  test('when a work was added comes out as it went in', async () => {
    const [one, other] = [await engine.open(), await engine.open()]
    const at = { addedAt: '2024-05-06T07:08:09.010Z', createdAt: '2023-01-02T03:04:05.006Z' }
    await ingestFeedWorks(one, [
      { ...fullWork, ...at },
      { id: 'RJ90000002', name: 'never added' },
    ])
    const exported = await exportText(one)
    const [, first, second] = exported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(first).toMatchObject(at)
    expect(second).not.toHaveProperty('addedAt')
    await importText(other, exported)
    expect(await exportText(other)).toBe(exported)
    await one.close()
    await other.close()
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
})
