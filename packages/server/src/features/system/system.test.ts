// @module-tag large
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { api } from '@koedana/contract/api.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { roleOf, workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog, type Log } from '../../lib/log.ts'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { about } from './about.ts'

const works: FeedWork[] = [
  { id: 'RJ90000001', name: 'one', ageCategory: 'all', maker: { id: 'm1', name: 'House' } },
  { id: 'RJ90000002', name: 'two', ageCategory: 'r18', artists: [{ id: 'a1', name: 'Voice' }] },
  { id: 'RJ90000003', name: 'two in English', ageCategory: 'r18', editionOf: 'RJ90000002' },
  { id: 'RJ90000004', name: 'unknown age' },
]

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let log: Log
  beforeEach(async () => {
    log = createLog('warn', new PassThrough().resume())
    w = await startTestServer(engine, { log })
    admin = await w.signIn({ role: roleOf.admin })
  })
  afterEach(() => w.close())

  const system = () => admin.call(api.getSystem, {})
  /** Polls the counts: on a busy machine, slow counts are cached for a while. */
  const countsBecome = (counts: object) =>
    expect.poll(async () => (await system()).counts, { timeout: 60_000 }).toEqual(counts)

  test('says what it is, and that it lives', async () => {
    const { cpu, memory, disk, database, index, ...reported } = await system()
    expect(reported).toMatchObject({ version: about.version, nodeVersion: process.version })
    expect(Date.parse(reported.startedAt)).toBeLessThanOrEqual(Date.now())
    expect(cpu.cores).toBe(availableParallelism())
    expect(cpu.used).toBeGreaterThanOrEqual(0)
    expect(cpu.load).toHaveLength(3)
    expect(memory.process).toBeGreaterThan(1_000_000)
    expect(memory.total).toBeGreaterThanOrEqual(memory.free)
    expect(disk.total).toBeGreaterThan(disk.free)
    expect(database.engine).toBe(w.deps.database.dialect.name)
    expect(database.version).toMatch(/^\d+\.\d+/)
    expect(database.size).toBeGreaterThan(10_000)
    expect(index.kernel).toBe('compiled')
  })

  test('counts everything, whatever the age, and each edition', async () => {
    await w.make(works)
    await putInLibrary(w.deps.write, ['RJ90000001', 'RJ90000002'])
    await w.deps.catalogue.caughtUp()
    await w.signIn()
    await w.signIn({ role: roleOf.guest })
    const expected = {
      works: 4,
      playableWorks: 2,
      tracks: 2,
      missingTracks: 0,
      makers: 1,
      series: 0,
      artists: 1,
      illustrators: 0,
      genres: 0,
      users: 2,
      guests: 1,
      sessions: 3,
    }
    await countsBecome(expected)
    const gone = { missing_at: '2026-11-20T12:00:00.000Z' }
    const workKey = workKeyOf('RJ90000001')
    await w.deps.write.updateTable('track').set(gone).where('work_key', '=', workKey).execute()
    await countsBecome({ ...expected, tracks: 1, missingTracks: 1 })
    const trashed = { trashed_at: '2026-11-20T12:00:00.000Z' }
    await w.deps.write.updateTable('track').set(trashed).where('work_key', '=', workKey).execute()
    await countsBecome({ ...expected, tracks: 1 })
    await w.deps.write
      .updateTable('session')
      .set({ expires_at: '2026-01-01T00:00:00.000Z' })
      .where('user_key', 'not in', (e) => e.selectFrom('user').select('key').where('id', '=', admin.user.id))
      .execute()
    await countsBecome({ ...expected, tracks: 1, sessions: 1 })
  })

  test('says how the index stands', async () => {
    const before = (await system()).index
    expect(before).toMatchObject({ works: 0, changesWaiting: 0 })
    expect(before.generation).toMatch(/^\d{4}-\d\d-\d\d\.\d+$/)
    expect(before.size).toBeGreaterThan(0)
    await w.make(works)
    const { works: count, changesWaiting, generation } = (await system()).index
    expect([count, generation]).toEqual([4, before.generation])
    expect(changesWaiting).toBeGreaterThanOrEqual(4)
  })

  test('the covers are counted in the background', async () => {
    const { coversFolder, machine } = w.deps
    await mkdir(join(coversFolder, 'RJ90000'), { recursive: true })
    await writeFile(join(coversFolder, 'RJ90000', 'original.jpg'), 'x'.repeat(700))
    await writeFile(join(coversFolder, 'small.webp'), 'x'.repeat(42))
    expect((await system()).disk.covers).toBeNull()
    await machine.idle()
    expect((await system()).disk.covers).toBe(742)
  })

  test('the caches are counted too, each beside its bound', async () => {
    const forms = join(w.deps.coversFolder, '..', 'forms')
    await mkdir(forms)
    await writeFile(join(forms, 'one'), 'x'.repeat(600))
    await system()
    await w.deps.machine.idle()
    expect((await system()).disk.caches).toEqual([
      { name: 'forms', size: 600, most: 4 * 1024 ** 3 },
      { name: 'unpacked', size: 0, most: 8 * 1024 ** 3 },
    ])
  })

  test('without covers they take no room', async () => {
    await system()
    await w.deps.machine.idle()
    expect((await system()).disk.covers).toBe(0)
    const texts = (await system()).recentErrors.map(({ text }) => text)
    expect(texts.filter((text) => text.includes('covers'))).toEqual([])
  })

  test('recent errors are shown without what is private in them', async () => {
    const err = Object.assign(new Error('no answer from http://haruka:moss@proxy.example/?token=abc'), {
      code: 'ETIMEDOUT',
    })
    log.error({ err, authorization: `Bearer ${admin.token}` }, 'the marketplace is silent')
    log.warn(`GET /api/v3/media/x?s=abc.def by ${admin.token} was slow`)
    log.info('nothing')
    const { recentErrors } = await system()
    expect(recentErrors.map(({ level, text }) => [level, text])).toEqual([
      ['warn', 'GET /api/v3/media/x by … was slow'],
      ['error', 'the marketplace is silent (ETIMEDOUT)'],
    ])
    expect(JSON.stringify(recentErrors)).not.toMatch(/moss|abc/)
  })

  test('a request that fails is shown by its kind alone', async () => {
    await w.deps.write.schema.dropTable('follow').execute()
    await expect(admin.call(api.listFollows, {})).rejects.toMatchObject({ status: 500 })
    const [error] = (await system()).recentErrors
    expect(error?.text).toMatch(/^request failed \(\w+\)$/)
  })

  test.each(['visitor', 'guest', 'general'] as const)('a %s is shown nothing', async (role) => {
    const { call } = role === 'visitor' ? w : await w.signIn({ role: roleOf[role] })
    const status = role === 'visitor' ? 401 : 403
    await expect(call(api.getSystem, {})).rejects.toMatchObject({ status })
  })
})
