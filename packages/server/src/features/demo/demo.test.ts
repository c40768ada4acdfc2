// @module-tag large
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { roleOf, workKeyOf } from '@koedana/contract/values.ts'
import { sampleWorks } from '@koedana/fakes/demo/sample-works.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { saveSetting } from '../../db/settings.store.ts'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { type Given, type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { sound } from '../library/testing/library.ts'
import { resumeDemoRemoval } from './demo.ts'
import { linkSamples, removeSamples } from './testing/link-samples.ts'
import { writeInThread } from './write-in-thread.ts'

const count = sampleWorks().length
const [first = '', second = ''] = sampleWorks().map(({ id }) => id)

afterAll(removeSamples)

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  beforeEach(async () => {
    await open({ writeSamples: linkSamples })
  })
  afterEach(() => w.close())

  const open = async (given: Given) => {
    w = await startTestServer(engine, given)
    w.deps.tasks.start()
    admin = await w.signIn({ role: roleOf.admin, ageRestriction: 'r18' })
  }

  const settled = async () => {
    await expect.poll(async () => (await admin.call(api.getDemo, {})).state, patient).toBe('present')
    const isOver = async () =>
      (await admin.call(api.listTasks, { query: {} })).items.every(({ endedAt }) => endedAt !== null)
    await expect.poll(isOver, patient).toBe(true)
    await w.deps.catalogue.caughtUp()
  }
  const load = async () => {
    await admin.call(api.loadDemo, {})
    await settled()
  }
  const gone = async () => {
    await expect.poll(async () => (await admin.call(api.getDemo, {})).state, patient).toBe('absent')
    await w.deps.catalogue.caughtUp()
  }
  const works = async () => (await w.call(api.listWorks, { query: { pageSize: 100 } })).items

  /** Counts every row that refers to these works, by table. */
  const rowsOf = async (ids: readonly string[]) => {
    const found: Record<string, number> = {}
    for (const { name: table, columns } of await w.deps.db.introspection.getTables()) {
      const column =
        table === 'work' ? 'key' : columns.some(({ name }) => name === 'work_key') ? 'work_key' : undefined
      if (column === undefined) continue
      const { rows } = await sql<{ n: number | string }>`
        select count(*) as n from ${sql.table(table)}
        where ${sql.ref(column)} in (${sql.join(ids.map(workKeyOf))})`.execute(w.deps.db)
      if (Number(rows[0]?.n) > 0) found[table] = Number(rows[0]?.n)
    }
    return found
  }
  test('they come with covers and sound, once, however often they are ordered', async () => {
    await w.close()
    await open({ writeSamples: writeInThread })
    expect(await admin.call(api.getDemo, {})).toEqual({ state: 'absent', workCount: 0 })
    await Promise.all([admin.call(api.loadDemo, {}), admin.call(api.loadDemo, {})])
    await settled()
    const loaded = await works()
    expect(loaded.map(({ id }) => id).sort()).toEqual(sampleWorks().map(({ id }) => id))
    expect(loaded.every(({ inLibrary, cover }) => inLibrary && cover !== null)).toBe(true)
    expect(await admin.call(api.getDemo, {})).toEqual({ state: 'present', workCount: count })
    const { tracks } = await w.call(api.listWorkFiles, { params: { id: first } })
    expect(tracks.length).toBeGreaterThan(1)
    await load()
    expect(await works()).toHaveLength(count)
  })

  test('removal takes all of it and nothing else', async () => {
    const genre = { id: 'g1', name: '雨' }
    await w.make([{ id: 'RJ90000001', name: 'rain', ageCategory: 'all', genres: [genre] }])
    await putInLibrary(w.deps.write, ['RJ90000001'])
    const before = await w.call(api.getWork, { params: { id: 'RJ90000001' } })
    await load()
    const { demoFolder, coversFolder } = w.deps
    await admin.call(api.addFavorite, { params: { id: first } })
    await admin.call(api.addFavorite, { params: { id: 'RJ90000001' } })
    await admin.call(api.saveMark, { params: { id: first }, body: { rating: 5 } })
    await admin.call(api.tagWorks, { body: { ids: [first, 'RJ90000001'], name: 'night', tagged: true } })
    const list = await admin.call(api.createPlaylist, { body: { name: 'both' } })
    await admin.call(api.addToPlaylist, {
      params: { id: list.id },
      body: { items: [{ workId: first }, { workId: 'RJ90000001' }] },
    })
    const [maker] = (await w.call(api.listEntities, { params: { kind: 'makers' }, query: {} })).items
    await admin.call(api.follow, { params: { kind: 'makers', id: maker?.id ?? '' } })
    await admin.call(api.updateWork, { params: { id: second }, body: { values: { price: 1 } } })
    expect(Object.keys(await rowsOf([first]))).toEqual(expect.arrayContaining(['favorite', 'mark', 'track']))
    expect(existsSync(join(coversFolder, first))).toBe(true)
    await writeFile(join(demoFolder, 'mine.txt'), 'mine')

    await admin.call(api.removeDemo, {})
    expect(await admin.call(api.getDemo, {})).toEqual({ state: 'absent', workCount: 0 })
    expect(await rowsOf(sampleWorks().map(({ id }) => id))).toEqual({})
    expect((await works()).map(({ id }) => id)).toEqual(['RJ90000001'])
    expect(await w.call(api.getWork, { params: { id: 'RJ90000001' } })).toEqual(before)
    expect(
      await w.deps.db.selectFrom('storage').select('root').where('root', '=', demoFolder).execute(),
    ).toEqual([])
    for (const kind of ['makers', 'series', 'artists', 'illustrators'] as const)
      expect(await w.call(api.listEntities, { params: { kind }, query: {} })).toMatchObject({ total: 0 })
    expect(await w.call(api.listEntities, { params: { kind: 'genres' }, query: {} })).toMatchObject({
      total: 1,
    })
    expect(await admin.call(api.listFavorites, {})).toMatchObject({ total: 1 })
    expect(await admin.call(api.listFollows, {})).toMatchObject({ items: [] })
    expect(existsSync(join(coversFolder, first))).toBe(false)
    expect(existsSync(join(demoFolder, 'mine.txt'))).toBe(true)
    // Removing twice is harmless, and the works can be added again.
    await admin.call(api.removeDemo, {})
    await load()
    expect(await works()).toHaveLength(count + 1)
  })

  test('what somebody has under one of its ids is theirs', async () => {
    await w.close()
    await open({ writeSamples: writeInThread })
    await w.make([{ id: first, name: 'mine', ageCategory: 'all' }])
    await putInLibrary(w.deps.write, [first])
    await load()
    expect(await admin.call(api.getDemo, {})).toMatchObject({ workCount: count - 1 })
    await admin.call(api.removeDemo, {})
    await w.deps.catalogue.caughtUp()
    expect((await works()).map(({ id, title }) => [id, title])).toEqual([[first, 'mine']])
  })

  test('it waits for a scan that would bring them back, and needs no second order', async () => {
    await load()
    await w.deps.tasks.stop()
    const body = { kind: 'sync_works' as const, options: { sources: ['storages' as const] } }
    const { id } = await admin.call(api.createTask, { body })
    expect(await admin.call(api.removeDemo, {})).toEqual({ state: 'removing', workCount: count })
    expect(await works()).toHaveLength(count)
    await expect(admin.call(api.loadDemo, {})).rejects.toMatchObject({ body: { code: 'taskAtWork' } })
    await admin.call(api.cancelTask, { params: { id } })
    await gone()
    expect(await works()).toEqual([])
  })

  test('a removal that waited is carried out by the next process, of two as well', async () => {
    await load()
    await w.deps.tasks.stop()
    const body = { kind: 'sync_works' as const, options: { sources: ['storages' as const] } }
    const { id } = await admin.call(api.createTask, { body })
    // The previous process ended while it waited; only its stored order remains.
    await saveSetting(w.deps.write, 'demoRemoval', '2026-11-20T12:00:00.000Z')
    expect(await admin.call(api.getDemo, {})).toEqual({ state: 'removing', workCount: count })
    await expect(admin.call(api.loadDemo, {})).rejects.toMatchObject({ body: { code: 'taskAtWork' } })
    const stops = [resumeDemoRemoval(w.deps), resumeDemoRemoval(w.deps)]
    await admin.call(api.cancelTask, { params: { id } })
    await gone()
    await Promise.all(stops.map((stop) => stop()))
    expect(await works()).toEqual([])
  })

  test('where none is ordered, nothing is removed at a start', async () => {
    await load()
    await resumeDemoRemoval(w.deps)()
    expect(await works()).toHaveLength(count)
  })

  test('a process that stops waits for no scan', async () => {
    await load()
    await w.deps.tasks.stop()
    const body = { kind: 'sync_works' as const, options: { sources: ['storages' as const] } }
    await admin.call(api.createTask, { body })
    await saveSetting(w.deps.write, 'demoRemoval', '2026-11-20T12:00:00.000Z')
    await resumeDemoRemoval(w.deps)()
    expect(await admin.call(api.getDemo, {})).toEqual({ state: 'removing', workCount: count })
  })

  test('a load that was cut short is seen, completed and removed', async () => {
    const folder = w.deps.demoFolder
    await mkdir(join(folder, 'half'), { recursive: true })
    await writeFile(join(folder, 'half', '1.wav'), sound('rain'))
    await w.make([{ id: first, name: 'half', ageCategory: 'all' }])
    expect(await admin.call(api.getDemo, {})).toEqual({ state: 'incomplete', workCount: 1 })
    await admin.call(api.removeDemo, {})
    expect(await admin.call(api.getDemo, {})).toEqual({ state: 'absent', workCount: 0 })
    await load()
    expect(await works()).toHaveLength(count + 1)
  })
})

const patient = { timeout: 60_000, interval: 100 }
