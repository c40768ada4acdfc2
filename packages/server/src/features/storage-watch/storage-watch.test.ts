// @module-tag large
import { mkdir, mkdtemp, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import type { Storage } from '@koedana/contract/storages.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { pollOptions } from '../../testing/poll-options.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { onTwoNodes, startTwoNodes } from '../../testing/two-nodes.ts'
import { sound } from '../library/testing/library.ts'
import { insertTask } from '../tasks/task.store.ts'
import { createStorageWatch, type StorageWatch, type StorageWatchSources } from './storage-watch.ts'

const work = 'RJ90000001 Rain'

/** Watches like the server, with shorter delays. */
const watchOf = ({ deps }: World, more: Partial<StorageWatchSources> = {}): StorageWatch =>
  createStorageWatch({
    ...deps,
    write: deps.background.write,
    delay: { quietMs: 60, maxMs: 2_000 },
    tickMs: 20,
    ...more,
  })

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let base: string
  let folder: string
  let hours = 0
  const watches: StorageWatch[] = []
  beforeEach(async () => {
    hours = 0
    const now = () => new Date(Date.now() + hours * 3_600_000)
    w = await startTestServer(engine, { now })
    admin = await w.signIn({ username: 'warden', role: roleOf.admin })
    base = await realpath(await mkdtemp(join(tmpdir(), 'koedana-watch-')))
    folder = join(base, 'shelf')
    await put(`${work}/1.wav`)
    w.deps.tasks.start()
  })
  afterEach(async () => {
    for (const one of watches.splice(0)) await one.stop()
    await w.close()
    await rm(base, { recursive: true, force: true })
  })

  const put = async (path: string, seed = path) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), sound(seed))
  }
  const get = ({ id }: Pick<Storage, 'id'>) => admin.call(api.getStorage, { params: { id } })
  const scan = async ({ id }: Pick<Storage, 'id'>) => {
    await admin.call(api.scanStorage, { params: { id }, body: {} })
    await vi.waitFor(async () => expect(await isIdle()).toBe(true), pollOptions)
  }
  const tasks = async () => (await admin.call(api.listTasks, { query: { kind: 'sync_works' } })).items
  const isIdle = async () => (await tasks()).every(({ endedAt }) => endedAt !== null)
  const watched = async (given: object = {}, more: Partial<StorageWatchSources> = {}) => {
    const settings = { kind: 'local' as const, path: folder }
    const storage = await admin.call(api.createStorage, { body: { settings, unknownAge: 'all', ...given } })
    await scan(storage)
    watches.push(watchOf(w, more))
    watches.at(-1)?.start()
    return storage
  }
  const state = (storage: Storage, wanted: Storage['watching']) =>
    vi.waitFor(async () => expect((await get(storage)).watching).toBe(wanted), pollOptions)
  /** Simulates a scan on another node, until the returned function is called. */
  const occupy = async () => {
    const at = w.deps.now().toISOString()
    const order = { kind: 'sync_works', options: {}, userKey: null, retryOfKey: null, at } as const
    const key = (await insertTask(w.deps.write, order))?.key ?? 0
    const set = (columns: object) =>
      w.deps.write.updateTable('task').set(columns).where('key', '=', key).execute()
    const lease_until = new Date(w.deps.now().getTime() + 24 * 3_600_000).toISOString()
    await set({ status: 'running', worker: 'another', lease_until })
    return () => set({ status: 'finished', worker: null, lease_until: null, ended_at: at })
  }
  const paths = async () => {
    const rows = await w.deps.db
      .selectFrom('track')
      .select('path')
      .where('missing_at', 'is', null)
      .orderBy('path')
      .execute()
    return rows.map(({ path }) => path)
  }
  const shows = (wanted: readonly string[]) =>
    vi.waitFor(async () => expect(await paths()).toEqual(wanted), pollOptions)

  test('what is added, renamed, changed and deleted is found without anybody asking', async () => {
    const storage = await watched()
    await state(storage, 'on')
    await put(`${work}/2.wav`)
    await shows([`${work}/1.wav`, `${work}/2.wav`])
    await rename(join(folder, work, '2.wav'), join(folder, work, '3.wav'))
    await shows([`${work}/1.wav`, `${work}/3.wav`])
    const before = await w.deps.db.selectFrom('track').select('fingerprint').orderBy('path').execute()
    await put(`${work}/1.wav`, 'another')
    await vi.waitFor(
      async () =>
        expect(
          await w.deps.db.selectFrom('track').select('fingerprint').orderBy('path').execute(),
        ).not.toEqual(before),
      pollOptions,
    )
    await rm(join(folder, work, '3.wav'))
    await shows([`${work}/1.wav`])
  })

  test('folders in folders are watched as they come, wherever they go', async () => {
    const storage = await watched()
    await state(storage, 'on')
    await put('circle/series/RJ90000002/1.wav')
    await shows([`${work}/1.wav`, 'circle/series/RJ90000002/1.wav'])
    await put('circle/series/RJ90000002/disc 2/2.wav')
    await shows([`${work}/1.wav`, 'circle/series/RJ90000002/1.wav', 'circle/series/RJ90000002/disc 2/2.wav'])
    await rename(join(folder, 'circle'), join(folder, 'maker'))
    await shows([`${work}/1.wav`, 'maker/series/RJ90000002/1.wav', 'maker/series/RJ90000002/disc 2/2.wav'])
    await put('maker/series/RJ90000002/disc 2/3.wav')
    await vi.waitFor(
      async () => expect(await paths()).toContain('maker/series/RJ90000002/disc 2/3.wav'),
      pollOptions,
    )
  })

  test('a folder that vanishes takes nothing with it, and is watched again once it is back', async () => {
    const storage = await watched()
    await state(storage, 'on')
    await rename(folder, join(base, 'elsewhere'))
    await state(storage, 'away')
    await vi.waitFor(async () => expect((await get(storage)).health.state).toBe('notMounted'), pollOptions)
    expect(await paths()).toEqual([`${work}/1.wav`])
    await rename(join(base, 'elsewhere'), folder)
    await put(`${work}/2.wav`)
    await state(storage, 'on')
    await shows([`${work}/1.wav`, `${work}/2.wav`])
    await vi.waitFor(async () => expect((await get(storage)).health.state).toBe('available'), pollOptions)
  })

  test('more folders than can be watched are said, and left to the regular scan', async () => {
    const lines: string[] = []
    vi.spyOn(w.deps.log, 'warn').mockImplementation(
      (_: unknown, line?: string) => void lines.push(line ?? ''),
    )
    const storage = await watched({ rescanHours: 2 }, { maxFolders: 1 })
    await state(storage, 'tooMany')
    await put(`${work}/2.wav`)
    const count = (await tasks()).length
    hours = 3
    await shows([`${work}/1.wav`, `${work}/2.wav`])
    expect((await tasks()).length).toBe(count + 1)
    expect(lines.filter((line) => line.includes('more folders'))).toHaveLength(1)
  })

  test('a scan that is at work has no other beside it: what changes meanwhile is found after it', async () => {
    const storage = await watched()
    await state(storage, 'on')
    const end = await occupy()
    const [other] = await tasks()
    await put(`${work}/2.wav`)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await tasks()).filter(({ endedAt }) => endedAt === null).map(({ id }) => id)).toEqual([other?.id])
    expect(await paths()).toEqual([`${work}/1.wav`])
    await end()
    await shows([`${work}/1.wav`, `${work}/2.wav`])
  })

  test('a scan that somebody wants while another is at work begins once that has ended', async () => {
    const storage = await watched({ watch: false, rescanHours: null })
    const end = await occupy()
    await put(`${work}/2.wav`)
    const order = { params: { id: storage.id }, body: {} }
    expect(await admin.call(api.scanStorage, order)).toEqual({ task: null })
    const accepting = { ...order, body: { acceptLoss: true } }
    await expect(admin.call(api.scanStorage, accepting)).rejects.toMatchObject({ status: 409 })
    expect(await get(storage)).toMatchObject({ scanWaits: true })
    await end()
    await shows([`${work}/1.wav`, `${work}/2.wav`])
    await vi.waitFor(async () => expect(await get(storage)).toMatchObject({ scanWaits: false }), pollOptions)
    await vi.waitFor(async () => expect(await isIdle()).toBe(true), pollOptions)
    expect(await tasks()).toHaveLength(3)
  })

  test('what nobody wants to be read, or the server writes, starts no scan', async () => {
    const dataFolder = join(folder, 'data')
    await mkdir(join(dataFolder, 'covers'), { recursive: true })
    const storage = await watched({ ignored: ['private/**'], rescanHours: null }, { dataFolder })
    await state(storage, 'on')
    const count = (await tasks()).length
    await put('private/RJ90000003/1.wav')
    for (const ours of ['koedana.sqlite-wal', 'covers/a.webp']) await writeFile(join(dataFolder, ours), 'x')
    await writeFile(join(folder, '.hidden'), 'x')
    await writeFile(join(folder, work, 'Thumbs.db'), 'x')
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect((await tasks()).length).toBe(count)
    await put(`${work}/2.wav`)
    await shows([`${work}/1.wav`, `${work}/2.wav`])
    expect((await tasks()).length).toBe(count + 1)
  })

  test('one that is not to be watched is not, and neither is one that is off', async () => {
    const storage = await watched({ watch: false, rescanHours: null })
    const count = (await tasks()).length
    await put(`${work}/2.wav`)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await tasks()).length).toBe(count)
    expect((await get(storage)).watching).toBeNull()
    await admin.call(api.updateStorage, { params: { id: storage.id }, body: { watch: true } })
    await state(storage, 'on')
    await put(`${work}/3.wav`)
    await shows([`${work}/1.wav`, `${work}/2.wav`, `${work}/3.wav`])
    await admin.call(api.updateStorage, { params: { id: storage.id }, body: { enabled: false } })
    await state(storage, null)
    expect(await readdir(join(folder, work))).toHaveLength(3)
  })
})

onTwoNodes(() => {
  test('of two nodes one watches; when it ends the other does', async () => {
    const nodes = await startTwoNodes()
    const { one, other, clock } = nodes
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'koedana-watch-')))
    const admin = await one.signIn({ role: roleOf.admin })
    await admin.call(api.createStorage, {
      body: { settings: { kind: 'local', path: folder }, unknownAge: 'all' },
    })
    const watcher = async () =>
      (await one.deps.db.selectFrom('storage').select('watcher').executeTakeFirst())?.watcher
    const first = watchOf(one)
    const second = watchOf(other)
    const left = watchOf(other)
    try {
      first.start()
      await vi.waitFor(async () => expect(await watcher()).toBeTruthy(), pollOptions)
      const holder = await watcher()
      second.start()
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(await watcher()).toBe(holder)
      await first.stop()
      await vi.waitFor(async () => expect(await watcher()).toBeTruthy(), pollOptions)
      expect(await watcher()).not.toBe(holder)
      await second.stop()
      await one.deps.write
        .updateTable('storage')
        .set({ watcher: 'one that died', watcher_until: clock.now().toISOString() })
        .execute()
      left.start()
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(await watcher()).toBe('one that died')
      clock.move(1_000)
      await vi.waitFor(async () => expect(await watcher()).not.toBe('one that died'), pollOptions)
    } finally {
      for (const each of [first, second, left]) await each.stop()
      await nodes.close()
      await rm(folder, { recursive: true })
    }
  })
})
