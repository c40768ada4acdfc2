// @module-tag large
import { mkdir, mkdtemp, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eachEngine } from '../../../../testing/engines.ts'
import { pollOptions } from '../../../../testing/poll-options.ts'
import { type SignedInPerson, startTestServer, type World } from '../../../../testing/test-server.ts'
import { ffmpegTool, hasFfmpeg } from '../../../library/testing/ffmpeg.ts'
import { sound } from '../../../library/testing/library.ts'
import { requestMeasuring } from './measuring-timer.ts'

const work = 'RJ90000001'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let folder: string
  let hours: number
  beforeEach(async () => {
    hours = 0
    w = await startTestServer(engine, { now: () => new Date(Date.now() + hours * 3_600_000) })
    admin = await w.signIn({ username: 'warden', role: roleOf.admin, ageRestriction: 'r18' })
    folder = await realpath(await mkdtemp(join(tmpdir(), 'koedana-measure-')))
    w.deps.tasks.start()
  })
  afterEach(async () => {
    await w.close()
    await rm(folder, { recursive: true, force: true })
  })

  const put = async (path: string, bytes: Uint8Array | string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
  const ended = (id: string) =>
    vi.waitFor(async () => {
      const task = await admin.call(api.getTask, { params: { id } })
      expect(task.endedAt).not.toBeNull()
      return task
    }, pollOptions)
  const add = async (unknownAge: 'all' | 'r18' = 'all') =>
    admin.call(api.createStorage, { body: { settings: { kind: 'local', path: folder }, unknownAge } })
  const scan = async (id: string) => {
    await ended((await admin.call(api.scanStorage, { params: { id }, body: {} })).task?.id ?? '')
    await w.deps.catalogue.caughtUp()
  }
  const measure = async () =>
    ended((await admin.call(api.createTask, { body: { kind: 'measure_sounds' } })).id)
  const tracks = async () => (await admin.call(api.listWorkFiles, { params: { id: work } })).tracks
  const rows = () => w.deps.db.selectFrom('measured_sound').selectAll().orderBy('fingerprint').execute()

  describe.skipIf(!hasFfmpeg)('with ffmpeg', () => {
    test('each sound is measured once, wherever it goes, and shown with its shape', async () => {
      await put(`${work}/1.wav`, sound('one', 3))
      await put('in.wav', sound('two', 3))
      ffmpegTool('-i', join(folder, 'in.wav'), '-c:a', 'aac', join(folder, work, '2.m4a'))
      await rm(join(folder, 'in.wav'))
      const { id } = await add()
      await scan(id)
      expect((await tracks()).map(({ loudness, hasWaveform }) => [loudness, hasWaveform])).toEqual([
        [null, false],
        [null, false],
      ])
      // Leftover of a killed process.
      const copies = join(dirname(w.deps.coversFolder), 'measuring')
      await mkdir(copies)
      await writeFile(join(copies, 'left'), 'half of a sound')
      expect(await measure()).toMatchObject({
        status: 'finished',
        summary: { 'files.added': 2 },
        progress: { done: 2 },
      })
      for (const track of await tracks()) {
        expect(track.hasWaveform).toBe(true)
        expect(track.loudness?.integrated).toBeLessThan(0)
        expect(track.loudness?.integrated).toBeGreaterThan(-70)
        expect(track.loudness?.truePeak).toBeLessThan(6)
        const { points } = await w.call(api.getWaveform, { params: { id: track.id } })
        expect(points).toHaveLength(1_000)
        expect(Math.max(...points)).toBeGreaterThan(10)
        expect(Math.max(...points)).toBeLessThanOrEqual(255)
      }
      await rename(join(folder, work, '1.wav'), join(folder, work, '0.wav'))
      await scan(id)
      expect((await tracks()).every(({ hasWaveform }) => hasWaveform)).toBe(true)
      expect((await measure()).progress.done).toBe(0)
      expect(await readdir(copies)).toEqual([])
    })

    test('what is no sound, or a playlist, fails once, and again where somebody wants it', async () => {
      await put(`${work}/1.wav`, sound('one', 1))
      await put(`${work}/2.wav`, sound('two', 1))
      const { id } = await add()
      await scan(id)
      // Two files whose content changed without the scan noticing.
      await put(`${work}/1.wav`, `#EXTM3U\n${join(folder, work, '2.wav')}\n`)
      const failed = await measure()
      expect(failed).toMatchObject({ status: 'finished', summary: { 'files.added': 1, 'files.failed': 1 } })
      const { items } = await admin.call(api.listTaskItems, { params: { id: failed.id }, query: {} })
      expect(items).toMatchObject([{ item: join(folder, work, '1.wav'), reason: 'soundUnreadable' }])
      expect((await measure()).progress.done).toBe(0)
      const retried = await admin.call(api.retryTask, { params: { id: failed.id } })
      expect((await ended(retried.id)).summary).toEqual({ 'files.failed': 1 })
    })

    test('whose work is hidden, or who may not listen, sees no shape', async () => {
      await put(`${work}/1.wav`, sound('one', 1))
      const { id } = await add('r18')
      await scan(id)
      await measure()
      const [track] = await tracks()
      const params = { id: track?.id ?? '' }
      expect((await admin.call(api.getWaveform, { params })).points).toHaveLength(1_000)
      await expect(w.call(api.getWaveform, { params })).rejects.toMatchObject({ status: 404 })
      await expect(w.call(api.getWaveform, { params: { id: 'nothing' } })).rejects.toMatchObject({
        status: 404,
      })
    })

    test('what a storage lost, or has in the trash, waits; what no file has is forgotten', async () => {
      await put(`${work}/1.wav`, sound('one', 1))
      await put(`${work}/2.wav`, sound('two', 1))
      const { id } = await add()
      await scan(id)
      await rm(join(folder, work, '2.wav'))
      await w.deps.write
        .insertInto('measured_sound')
        .values({
          fingerprint: 'of nothing',
          loudness: null,
          true_peak: null,
          waveform: null,
          measured_at: '',
        })
        .execute()
      expect((await measure()).summary).toEqual({ 'files.added': 1, 'files.skipped': 1 })
      expect(await rows()).toHaveLength(1)
    })

    test('it is ordered by itself where something is to be measured, and not soon again', async () => {
      const order = () => requestMeasuring({ ...w.deps, write: w.deps.background.write })
      const count = async () =>
        (await admin.call(api.listTasks, { query: { kind: 'measure_sounds' } })).items.length
      await order()
      expect(await count()).toBe(0)
      await put(`${work}/1.wav`, sound('one', 1))
      const { id } = await add()
      await scan(id)
      await order()
      await order()
      expect(await count()).toBe(1)
      await vi.waitFor(async () => expect(await rows()).toHaveLength(1), pollOptions)
      const [task] = (await admin.call(api.listTasks, { query: { kind: 'measure_sounds' } })).items
      await ended(task?.id ?? '')
      await put(`${work}/2.wav`, sound('two', 1))
      await scan(id)
      await order()
      expect(await count()).toBe(1)
      hours = 2
      await order()
      expect(await count()).toBe(2)
    })
  })
})
