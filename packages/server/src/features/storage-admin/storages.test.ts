// @module-tag large
import { mkdir, mkdtemp, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import type { Storage } from '@koedana/contract/storages.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { pollOptions } from '../../testing/poll-options.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { sound } from '../library/testing/library.ts'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let folder: string
  beforeEach(async () => {
    w = await startTestServer(engine)
    admin = await w.signIn({ username: 'warden', role: roleOf.admin })
    folder = await realpath(await mkdtemp(join(tmpdir(), 'koedana-storages-')))
    await put('RJ90000001 Rain/1.wav')
    w.deps.tasks.start()
  })
  afterEach(async () => {
    await w.close()
    await rm(folder, { recursive: true, force: true })
  })

  const put = async (path: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), sound(path))
  }
  const create = (more: object = {}) =>
    admin.call(api.createStorage, {
      body: { settings: { kind: 'local', path: folder }, unknownAge: 'all', ...more },
    })
  const get = ({ id }: Pick<Storage, 'id'>) => admin.call(api.getStorage, { params: { id } })
  const ended = (task: { readonly id: string } | null) =>
    vi.waitFor(async () => {
      const { status, endedAt } = await admin.call(api.getTask, { params: { id: task?.id ?? '' } })
      expect(endedAt).not.toBeNull()
      expect(status).toBe('finished')
    }, pollOptions)
  const scan = async ({ id }: Pick<Storage, 'id'>, body: { acceptLoss?: boolean } = {}) => {
    const { task } = await admin.call(api.scanStorage, { params: { id }, body })
    await ended(task)
    await w.deps.catalogue.caughtUp()
  }
  const files = async () => (await w.call(api.listWorkFiles, { params: { id: 'RJ90000001' } })).tracks

  test('one is added, scanned and looked after, with its health and its last scan in numbers', async () => {
    const made = await create({ name: '  Shelf ', depth: 3, ignored: ['*.bak'], delivery: 'proxy' })
    expect(made).toMatchObject({
      name: 'Shelf',
      root: folder,
      settings: { kind: 'local', path: folder },
      hasSecret: false,
      unknownAge: 'all',
      depth: 3,
      ignored: ['*.bak'],
      delivery: 'proxy',
      enabled: true,
      health: { state: 'unknown', since: null },
      lastScan: null,
    })
    await scan(made)
    const scanned = await get(made)
    expect(scanned).toMatchObject({
      health: { state: 'available' },
      fileCount: 1,
      workCount: 1,
      lastScan: {
        state: 'mounted',
        works: { found: 1, added: 1 },
        files: { found: 1, added: 1 },
        skipped: 0,
      },
    })
    expect((await admin.call(api.listStorages, {})).items).toEqual([scanned])
    expect(await w.deps.db.selectFrom('storage').select('scanned_at').execute()).not.toEqual([null])
  })

  test('a scan counts works and files that were added, changed, moved and lost, for the storage and the task', async () => {
    await put('RJ90000002 Sea/1.wav')
    await put('RJ90000002 Sea/2.wav')
    await put('RJ90000003 Wind/1.wav')
    const made = await create()
    await scan(made)
    expect((await get(made)).lastScan).toMatchObject({
      works: { found: 3, added: 3, changed: 0, missing: 0 },
      files: { added: 4, changed: 0, moved: 0, missing: 0 },
    })
    await scan(made)
    expect((await get(made)).lastScan).toMatchObject({
      works: { found: 3, added: 0, changed: 0, missing: 0 },
      files: { added: 0, changed: 0, moved: 0, missing: 0 },
    })
    await put('RJ90000001 Rain/2.wav')
    await rename(join(folder, 'RJ90000002 Sea/1.wav'), join(folder, 'RJ90000002 Sea/one.wav'))
    await rm(join(folder, 'RJ90000003 Wind'), { recursive: true })
    await put('RJ90000004 Night/1.wav')
    const { task } = await admin.call(api.scanStorage, {
      params: { id: made.id },
      body: { acceptLoss: true },
    })
    await ended(task)
    expect((await get(made)).lastScan).toMatchObject({
      works: { found: 3, added: 1, changed: 2, missing: 1 },
      files: { added: 2, changed: 0, moved: 1, missing: 1 },
    })
    expect((await admin.call(api.getTask, { params: { id: task?.id ?? '' } })).summary).toEqual({
      added: 1,
      missing: 1,
      'files.added': 2,
      'files.updated': 1,
      'files.missing': 1,
    })
  })

  test('the last scan of an earlier version is shown, without the counts that it did not have', async () => {
    const made = await create()
    await scan(made)
    const works = { found: 1, added: 1 }
    const files = { found: 1, added: 1, changed: 0, moved: 0, missing: 0, held: 0 }
    const last_scan = JSON.stringify({
      at: '2026-11-20T12:00:00.000Z',
      state: 'mounted',
      works,
      files,
      skipped: 0,
    })
    await w.deps.database.write.updateTable('storage').set({ last_scan }).execute()
    expect((await get(made)).lastScan?.works).toEqual({ found: 1, added: 1, changed: 0, missing: 0 })
  })

  test('the same folder is no second storage, by whatever path', async () => {
    await create()
    await expect(
      create({ settings: { kind: 'local', path: `${folder}/../${folder.split('/').at(-1)}/` } }),
    ).rejects.toMatchObject({ status: 409, body: { fields: { 'body.settings': 'storageTaken' } } })
  })

  test('no folder of ours, of the system, or that is none is a storage', async () => {
    const paths = [
      '/',
      '/proc',
      '/dev',
      join(folder, 'gone'),
      'relative',
      join(folder, 'RJ90000001 Rain/1.wav'),
    ]
    for (const path of [...paths, w.deps.coversFolder, join(w.deps.coversFolder, '..')]) {
      await expect(create({ settings: { kind: 'local', path } })).rejects.toMatchObject({ status: 422 })
    }
    expect((await admin.call(api.listStorages, {})).items).toEqual([])
  })

  test('one that is off is not read and not served, and its files are away, not missing', async () => {
    const made = await create()
    await scan(made)
    const [{ url, id } = { url: null, id: '' }] = await files()
    expect(url).not.toBeNull()
    const params = { id: made.id }
    expect(await admin.call(api.updateStorage, { params, body: { enabled: false } })).toMatchObject({
      enabled: false,
    })
    expect(await files()).toMatchObject([{ id, away: true, url: null }])
    expect((await w.app.inject({ url: url ?? '' })).statusCode).toBe(503)
    expect(await admin.call(api.renewMedia, { body: { fileIds: [id] } })).toEqual({ items: [] })
    await expect(scan(made)).rejects.toMatchObject({ status: 409, body: { code: 'storageOff' } })
    await rm(join(folder, 'RJ90000001 Rain'), { recursive: true })
    await ended(
      await admin.call(api.createTask, {
        body: { kind: 'sync_works', options: { localOnly: true } },
      }),
    )
    await put('RJ90000001 Rain/1.wav')
    await admin.call(api.updateStorage, { params, body: { enabled: true } })
    const [again] = await files()
    expect(again).toMatchObject({ id, away: false })
    expect((await w.app.inject({ url: again?.url ?? '' })).statusCode).toBe(200)
  })

  test('one that is removed leaves the disk alone and its files missing; back, it knows them again', async () => {
    const made = await create()
    await scan(made)
    const [before] = await files()
    await admin.call(api.deleteStorage, { params: { id: made.id } })
    await expect(get(made)).rejects.toMatchObject({ status: 404 })
    expect(await files()).toEqual([])
    expect((await w.app.inject({ url: before?.url ?? '' })).statusCode).toBe(404)
    const rows = await w.deps.db.selectFrom('track').select('missing_at').execute()
    expect(rows).toEqual([{ missing_at: expect.any(String) }])
    expect(await readdir(join(folder, 'RJ90000001 Rain'))).toEqual(['1.wav'])
    const back = await create()
    expect(back.id).toBe(made.id)
    await scan(back)
    expect((await files()).map(({ id }) => id)).toEqual([before?.id])
  })

  test('what is removed goes into the trash with the next clean task, and its row with its last file', async () => {
    const made = await create()
    await scan(made)
    await admin.call(api.deleteStorage, { params: { id: made.id } })
    const long = '2026-01-01T00:00:00.000Z'
    await w.deps.write.updateTable('track').set({ missing_at: long }).execute()
    const clean = async () => {
      const body = { kind: 'clean_works', options: { dryRun: false, allowMassLoss: true } } as const
      await ended(await admin.call(api.createTask, { body }))
    }
    await clean()
    expect(await w.deps.db.selectFrom('track').select('trashed_at').execute()).toEqual([
      { trashed_at: expect.any(String) },
    ])
    for (const table of ['track', 'work'] as const)
      await w.deps.write.updateTable(table).set({ trashed_at: long }).execute()
    await clean()
    await clean()
    expect(await w.deps.db.selectFrom('storage').select('key').execute()).toEqual([])
  })

  test('a scan of one storage reads that one alone, and an accepted loss is believed', async () => {
    const other = await realpath(await mkdtemp(join(tmpdir(), 'koedana-other-')))
    const made = await create()
    const second = await create({ settings: { kind: 'local', path: other } })
    for (const id of ['RJ90000002', 'RJ90000003', 'RJ90000004']) await put(`${id}/1.wav`)
    await scan(made)
    expect(await get(second)).toMatchObject({ lastScan: null })
    for (const id of ['RJ90000002', 'RJ90000003']) await rm(join(folder, id), { recursive: true })
    await scan(made)
    expect(await get(made)).toMatchObject({ lastScan: { files: { missing: 0, held: 2 } } })
    await scan(made, { acceptLoss: true })
    expect(await get(made)).toMatchObject({ lastScan: { files: { missing: 2, held: 0 } }, fileCount: 2 })
    await rm(other, { recursive: true })
  })

  test('a disk that went away is reported in words, and nothing of it is gone', async () => {
    const made = await create()
    await scan(made)
    await rename(folder, `${folder}-away`)
    await scan(made)
    const away = await get(made)
    expect(away).toMatchObject({
      health: { state: 'notMounted' },
      lastScan: { state: 'notMounted' },
      fileCount: 1,
    })
    await rename(`${folder}-away`, folder)
    await scan(made)
    expect(await get(made)).toMatchObject({ health: { state: 'available' } })
  })

  test('what is not to be read, or lies too deep, is no work', async () => {
    await put('a/b/RJ90000005/1.wav')
    await put('private/RJ90000006/1.wav')
    const made = await create({ depth: 2, ignored: ['private'] })
    await scan(made)
    expect(await get(made)).toMatchObject({ lastScan: { works: { found: 1 } } })
    const body = { depth: null, ignored: [] }
    await admin.call(api.updateStorage, { params: { id: made.id }, body })
    await scan(made)
    expect(await get(made)).toMatchObject({ lastScan: { works: { found: 3 } } })
  })

  test('it is tried step by step, before it is saved and after', async () => {
    const settings = { kind: 'local', path: folder } as const
    const tested = await admin.call(api.testStorageSettings, { body: { settings } })
    expect(tested.isGood).toBe(true)
    expect(tested.steps.map(({ step, state }) => [step, state])).toEqual([
      ['reach', 'ok'],
      ['signIn', 'skipped'],
      ['list', 'ok'],
      ['read', 'ok'],
    ])
    const made = await create()
    await rename(folder, `${folder}-away`)
    const failed = await admin.call(api.testStorage, { params: { id: made.id } })
    expect(failed).toMatchObject({ isGood: false, steps: [{ step: 'reach', state: 'failed' }, {}, {}, {}] })
    expect(failed.steps[0]?.sentence).toMatch(/\. .*\?$/)
    expect((await get(made)).health.state).toBe('unavailable')
    await rename(`${folder}-away`, folder)
    await mkdir(join(folder, 'empty'))
    const empty = { kind: 'local', path: join(folder, 'empty') } as const
    expect(await admin.call(api.testStorageSettings, { body: { settings: empty } })).toMatchObject({
      isGood: true,
      steps: [{}, {}, { state: 'ok' }, { step: 'read', state: 'skipped' }],
    })
  })

  test('each act is in the audit log, and what is only tried is not a change', async () => {
    const made = await create()
    await admin.call(api.updateStorage, { params: { id: made.id }, body: { enabled: false, name: 'x' } })
    await admin.call(api.updateStorage, { params: { id: made.id }, body: { enabled: true } })
    await scan(made)
    await admin.call(api.deleteStorage, { params: { id: made.id } })
    const { items } = await admin.call(api.listAudit, { query: {} })
    expect(items.map(({ detail }) => detail)).toEqual([
      `DELETE /admin/storages/${made.id}`,
      `POST /admin/storages/${made.id}/scan`,
      `PATCH /admin/storages/${made.id} enabled=true`,
      `PATCH /admin/storages/${made.id} name enabled=false`,
      'POST /admin/storages settings unknownAge',
    ])
  })

  test.each(['0', '-1', '1e3', '99', 'x', '9'.repeat(60), '%00'])(
    'an id that is none is not found: %s',
    async (id) => {
      const headers = { authorization: `Bearer ${admin.token}` }
      const { statusCode } = await w.app.inject({ url: `/api/v3/admin/storages/${id}`, headers })
      expect([400, 404]).toContain(statusCode)
    },
  )
})
