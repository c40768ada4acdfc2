// @module-tag large
import { runCount } from '@koedana/catalogue/testing/property-runs.ts'
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { OwnProgress, OwnTrackProgress } from '@koedana/contract/own-data.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertRows } from '../../db/statements.ts'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'

const [one, two, adult] = ['RJ90000001', 'RJ90000002', 'RJ90000003'] as const
const works = [
  { id: one, name: 'rain', ageCategory: 'all' as const },
  { id: two, name: 'wind', ageCategory: 'all' as const },
  { id: adult, name: 'night', ageCategory: 'r18' as const },
]
const base = { kind: 'koedana.own-data' as const, version: 1 as const }
const fileOf = (id: string) => `file-${workKeyOf(id)}`
const take = (call: Call, data: object) => call(api.importOwnData, { body: { ...base, ...data } })
const progressOf = async (call: Call, id: string) => call(api.getProgress, { params: { id } })

const Exported = v.looseObject({
  exportedAt: v.string(),
  progress: v.array(OwnProgress),
  trackProgress: v.array(OwnTrackProgress),
})

async function documentOf(
  w: World,
  { token }: Pick<SignedInPerson, 'token'>,
): Promise<v.InferOutput<typeof Exported>> {
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await w.app.inject({ method: 'GET', url: '/api/v3/account/data', headers })
  return v.parse(Exported, JSON.parse(body))
}

async function hear(
  { call }: SignedInPerson,
  id: string,
  { kind = 'beat' as 'beat' | 'finish', position = 40, playId = `play-${id}`, device = 'phone' } = {},
): Promise<void> {
  const at = new Date().toISOString()
  const play = { basedOn: 0, startedAt: at, fileId: fileOf(id), position: 0, chosen: true }
  const report = { playId, n: 1, kind, fileId: fileOf(id), position, listened: position, at, play }
  await call(api.saveProgress, {
    body: { deviceNow: at, device: { id: 'device-0001', name: device }, reports: [report] },
  })
}

const entry = (id: string, change: object = {}) => ({
  workId: id,
  fileId: fileOf(id),
  position: 7,
  at: '2026-01-01T00:10:00.000Z',
  playId: 'play-elsewhere',
  startedAt: '2026-01-01T00:00:00.000Z',
  device: 'old phone',
  ...change,
})

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
    await w.make(works)
    await putInLibrary(w.deps.write, [one, two, adult])
    await w.deps.catalogue.caughtUp()
  })
  afterEach(() => w.close())

  test('where works go on is taken along and brought back to another account, once', async () => {
    const [from, to] = [await w.signIn(), await w.signIn()]
    await hear(from, one, { device: 'pho\u0007ne' })
    await hear(from, two, { kind: 'finish', position: 60 })
    const document = await documentOf(w, from)
    expect(document.progress).toMatchObject([
      { workId: one, fileId: fileOf(one), fingerprint: 'print', position: 40, device: 'phone' },
      { workId: two, finishedAt: expect.any(String) },
    ])
    expect(document.trackProgress.map(({ finished }) => finished)).toEqual([false, true])
    const first = await take(to.call, document)
    const { exportedAt: _, ...brought } = await documentOf(w, to)
    const { exportedAt: __, ...taken } = document
    expect(brought).toEqual(taken)
    expect(await take(to.call, document)).toMatchObject({ imported: 0, unchanged: first.imported })
    expect(await progressOf(to.call, one)).toMatchObject({
      progress: { position: 40, finished: false, revision: 1 },
      tracks: [{ position: 40, finished: false }],
    })
    expect((await progressOf(to.call, two)).progress).toMatchObject({ finished: true })
    const continued = await to.call(api.listContinued, {})
    expect(continued.items.map(({ work }) => work.id)).toEqual([one])
  })

  test('a file of another server is found by its bytes, and by its path in the work', async () => {
    const { call } = await w.signIn()
    const foreign = { fileId: 'id-of-another-server' }
    const trackEntry = (id: string, change: object) => {
      const { workId, position, at } = entry(id)
      return { workId, position, at, finished: false, ...foreign, ...change }
    }
    const report = await take(call, {
      progress: [entry(one, { ...foreign, fingerprint: 'print' })],
      trackProgress: [
        trackEntry(two, { path: `${workKeyOf(two)}.mp3`, fingerprint: 'converted' }),
        trackEntry(one, { path: 'nowhere.mp3' }),
      ],
    })
    expect(report).toMatchObject({ imported: 2, unmatched: [`${one}/id-of-another-server`] })
    expect((await progressOf(call, one)).progress).toMatchObject({ fileId: fileOf(one), position: 7 })
    expect((await progressOf(call, two)).tracks).toMatchObject([{ fileId: fileOf(two), position: 7 }])
  })

  test('what was heard here later stays, and a finished work is finished', async () => {
    const person = await w.signIn()
    await hear(person, one)
    await take(person.call, { progress: [entry(one, { finishedAt: '2026-01-01T00:10:00.000Z' })] })
    expect((await progressOf(person.call, one)).progress).toMatchObject({ position: 40, finished: false })
    const later = new Date(Date.now() + 3_600_000).toISOString()
    await take(person.call, { progress: [entry(one, { startedAt: later, at: later, finishedAt: later })] })
    expect((await progressOf(person.call, one)).progress).toMatchObject({
      position: 7,
      finished: true,
      revision: 2,
      device: 'old phone',
    })
    await hear(person, one, { playId: 'play-after', position: 3 })
    expect((await progressOf(person.call, one)).progress).toMatchObject({ position: 3 })
  })

  test('of works that cannot be seen nothing goes out and nothing is taken', async () => {
    const grown = await w.signIn({ ageRestriction: 'r18' })
    await hear(grown, adult)
    await w.deps.write.updateTable('user').set({ age_restriction: 'all' }).execute()
    w.deps.sessions.forget('all')
    expect(await documentOf(w, grown)).toMatchObject({ progress: [], trackProgress: [] })
    const { call } = await w.signIn()
    const ids = [adult, 'RJ99999999']
    const report = await take(call, {
      progress: ids.map((id) => entry(id, { finishedAt: '2026-01-01T00:10:00.000Z' })),
      trackProgress: ids.map((id) => {
        const { workId, fileId, position, at } = entry(id)
        return { workId, fileId, position, at, finished: true }
      }),
    })
    expect(report).toMatchObject({ imported: 0, unchanged: 0, unmatched: ids })
    const rows = await w.deps.write.selectFrom('progress').select('work_key').execute()
    expect(rows).toHaveLength(1)
  })

  test.each([
    ['position', -1],
    ['position', 1e12],
    ['position', 'x'],
    ['at', 'yesterday'],
    ['playId', '../../x'],
    ['playId', ''],
    ['fileId', 'a\0b'],
    ['fileId', 'x'.repeat(65)],
    ['device', 'a\ud800'],
    ['fingerprint', 'x'.repeat(201)],
    ['path', 'x'.repeat(5_000)],
    ['finishedAt', 7],
    ['workId', "RJ1' or 1=1"],
  ])('refuses a wrong %s by its name (%#)', async (field, value) => {
    const { token } = await w.signIn()
    const headers = { authorization: `Bearer ${token}` }
    const payload = { ...base, progress: [entry(one, { [field]: value })] }
    const response = await w.app.inject({ method: 'POST', url: '/api/v3/account/data', headers, payload })
    expect(response.statusCode).toBe(400)
    expect(response.body).toContain(`progress.0.${field}`)
    expect(await w.deps.write.selectFrom('progress').select('work_key').execute()).toEqual([])
  })

  test('what is only compared may be any text', async () => {
    const { call } = await w.signIn()
    const odd = { fileId: 'elsewhere', fingerprint: "' or 1=1 --\0", path: '../\ud800/\0', position: 1 }
    expect(await take(call, { progress: [entry(one, odd)] })).toMatchObject({ imported: 0 })
  })
})

/** 50,000 positions in CI. */
const [workCount, filesEach] = [runCount(500), 100]

eachEngine((engine) => {
  test('very many positions go out piece by piece, and come back', async () => {
    const w = await startTestServer(engine)
    const ids = Array.from({ length: workCount }, (_, n) => `RJ${90_100_000 + n}`)
    await w.make(ids.map((id) => ({ id, name: id, ageCategory: 'all' as const })))
    await putInLibrary(w.deps.write, ids)
    await addFiles(w, ids)
    await w.deps.catalogue.caughtUp()
    const [from, to] = [await w.signIn(), await w.signIn()]
    const { key } = await w.deps.write
      .selectFrom('user')
      .select('key')
      .orderBy('key', 'desc')
      .offset(1)
      .limit(1)
      .executeTakeFirstOrThrow()
    await addPositions(w, key, ids)
    const document = await documentOf(w, from)
    expect(document.trackProgress).toHaveLength(workCount * filesEach)
    const all = document.trackProgress
    for (let at = 0; at < all.length; at += 1_000) {
      const report = await take(to.call, { trackProgress: all.slice(at, at + 1_000) })
      expect(report).toMatchObject({ imported: 1_000, unmatchedCount: 0 })
    }
    expect((await documentOf(w, to)).trackProgress).toEqual(all)
    await w.close()
  })
})

const eachFile = <T>(ids: readonly string[], make: (key: number, n: number) => T): T[] =>
  ids.flatMap((id) => Array.from({ length: filesEach }, (_, n) => make(workKeyOf(id), n)))

async function addFiles(w: World, ids: readonly string[]): Promise<void> {
  const row = await w.deps.write.selectFrom('track').selectAll().limit(1).executeTakeFirstOrThrow()
  const rows = eachFile(ids, (work_key, n) => ({
    ...row,
    work_key,
    id: `${work_key}-${n}`,
    path: `${work_key}/${n}.mp3`,
    fingerprint: `${work_key} ${n}`,
  }))
  await insertRows(w.deps.database, w.deps.write, { table: 'track', columns: Object.keys(row), rows })
}

async function addPositions(w: World, user_key: number, ids: readonly string[]): Promise<void> {
  const rows = eachFile(ids, (work_key, n) => ({
    user_key,
    work_key,
    track_id: `${work_key}-${n}`,
    position_ms: n * 1_000,
    is_finished: n % 2,
    updated_ms: 1_767_225_600_000 + n,
  }))
  const columns = ['user_key', 'work_key', 'track_id', 'position_ms', 'is_finished', 'updated_ms']
  await insertRows(w.deps.database, w.deps.write, { table: 'track_progress', columns, rows })
}
