// @module-tag large
import { PassThrough } from 'node:stream'
import { api } from '@koedana/contract/api.ts'
import type { StorageSettings } from '@koedana/contract/storage-settings.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { type FakeS3, startS3 } from '@koedana/fakes/s3/start-s3.ts'
import { type FakeWebdav, startWebdav } from '@koedana/fakes/webdav/start-webdav.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../lib/log.ts'
import { eachEngine } from '../../testing/engines.ts'
import { pollOptions } from '../../testing/poll-options.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { sound } from '../library/testing/library.ts'

const password = 'moss under-the-eaves 9'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let nas: FakeWebdav
  let s3: FakeS3
  const heard: string[] = []
  beforeEach(async () => {
    heard.length = 0
    const to = new PassThrough().on('data', (chunk: Buffer) => heard.push(chunk.toString()))
    w = await startTestServer(engine, { log: createLog('debug', to) })
    admin = await w.signIn({ role: roleOf.admin })
    nas = await startWebdav({ user: 'haruka', password })
    s3 = await startS3()
    for (const server of [nas, s3]) server.put('RJ90000001 Rain/1.wav', sound('rain'))
  })
  afterEach(async () => {
    await w.close()
    await nas.close()
    await s3.close()
  })

  const dav = (more: object = {}): StorageSettings => ({
    kind: 'webdav',
    url: nas.url,
    user: 'haruka',
    ownNetwork: true,
    ...more,
  })
  const bucket = (more: object = {}): StorageSettings => ({
    kind: 's3',
    endpoint: s3.url,
    region: s3.keys.region,
    bucket: s3.bucket,
    accessKeyId: s3.keys.accessKeyId,
    pathStyle: true,
    ownNetwork: true,
    ...more,
  })
  const create = (settings: StorageSettings) =>
    admin.call(api.createStorage, { body: { settings, unknownAge: 'all' } })
  const tried = async (settings: StorageSettings, id?: string) => {
    const { steps } = await admin.call(api.testStorageSettings, { body: { settings, ...(id ? { id } : {}) } })
    return steps.map(({ state }) => state).join(' ')
  }

  test('both are tried with what was typed, and with what is stored where nothing was', async () => {
    expect(await tried(dav({ password }))).toBe('ok ok ok ok')
    expect(await tried(dav({ password: 'wrong' }))).toBe('ok failed skipped skipped')
    expect(await tried(dav({ password, url: `${nas.url}/gone` }))).toBe('ok ok failed skipped')
    expect(await tried(bucket({ secretAccessKey: s3.keys.secretAccessKey }))).toBe('ok ok ok ok')
    expect(await tried(bucket({ secretAccessKey: 'wrong' }))).toBe('ok failed skipped skipped')
    const made = await create(dav({ password }))
    expect(await tried(dav(), made.id)).toBe('ok ok ok ok')
    const { isGood } = await admin.call(api.testStorage, { params: { id: made.id } })
    expect(isGood).toBe(true)
  })

  test('both are scanned, and heard, and away they are not taken for gone', async () => {
    w.deps.tasks.start()
    s3.remove('RJ90000001 Rain/1.wav')
    s3.put('RJ90000002 Snow/1.wav', sound('snow'))
    const scan = async (id: string) => {
      const { task } = await admin.call(api.scanStorage, { params: { id }, body: {} })
      await vi.waitFor(async () => {
        const { endedAt } = await admin.call(api.getTask, { params: { id: task?.id ?? '' } })
        expect(endedAt).not.toBeNull()
      }, pollOptions)
      return (await admin.call(api.getStorage, { params: { id } })).lastScan
    }
    const made = [
      await create(dav({ password })),
      await create(bucket({ secretAccessKey: s3.keys.secretAccessKey })),
    ]
    for (const [at, { id }] of made.entries()) {
      expect(await scan(id)).toMatchObject({ state: 'mounted', works: { found: 1 }, files: { found: 1 } })
      await w.deps.catalogue.caughtUp()
      const { tracks } = await w.call(api.listWorkFiles, { params: { id: `RJ9000000${at + 1}` } })
      const heardFile = await w.app.inject({ url: tracks[0]?.url ?? '', headers: { range: 'bytes=0-3' } })
      expect([heardFile.statusCode, heardFile.body]).toEqual([206, 'RIFF'])
    }
    nas.setTrouble({ type: 'status', status: 503 })
    const [first = { id: '' }] = made
    expect(await scan(first.id)).toMatchObject({ state: 'notMounted' })
    expect((await admin.call(api.getStorage, { params: { id: first.id } })).fileCount).toBe(1)
    expect(heard.join('')).not.toContain(password)
  })

  test('no private address is spoken to unless an administrator said that it is on their own network', async () => {
    const { port } = nas
    const hosts = [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '169.254.169.254',
      '10.0.0.1',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
    ]
    for (const host of hosts) {
      const url = `http://${host}:${port}/dav`
      for (const settings of [
        dav({ url, password, ownNetwork: false }),
        bucket({ endpoint: `http://${host}:${port}`, secretAccessKey: 'x', ownNetwork: undefined }),
      ]) {
        const { steps } = await admin.call(api.testStorageSettings, { body: { settings } })
        expect(steps[0], host).toMatchObject({
          state: 'failed',
          sentence: expect.stringMatching(/private network/),
        })
      }
    }
    // A redirect from an allowed host must not lead to another private host.
    nas.setTrouble({ type: 'status', status: 302, headers: { location: `http://[::1]:${port}/dav` } })
    expect(await tried(dav({ password }))).toMatch(/^failed|^ok failed|^ok ok failed/)
    expect(nas.requests.filter((one) => !one.startsWith('PROPFIND'))).toEqual([])
  })

  test('a secret is in no response, no log, no audit and not in clear in the database', async () => {
    const made = [
      await create(dav({ password })),
      await create(bucket({ secretAccessKey: s3.keys.secretAccessKey })),
    ]
    const responses: unknown[] = [made, await admin.call(api.listStorages, {})]
    for (const { id } of made) {
      expect(made.find((one) => one.id === id)?.hasSecret).toBe(true)
      responses.push(await admin.call(api.getStorage, { params: { id } }))
      responses.push(await admin.call(api.testStorage, { params: { id } }))
    }
    nas.setTrouble({ type: 'status', status: 500 })
    for (const { id } of made) responses.push(await admin.call(api.testStorage, { params: { id } }))
    const refused = { settings: { ...dav({ password }), url: 'nonsense' }, unknownAge: 'all' }
    const headers = { authorization: `Bearer ${admin.token}` }
    const wrong = { method: 'POST', url: '/api/v3/admin/storages', headers, payload: refused } as const
    responses.push((await w.app.inject(wrong)).body)
    responses.push(await admin.call(api.listAudit, { query: {} }), heard.join(''))
    responses.push(await w.deps.db.selectFrom('storage').selectAll().execute())
    for (const secret of [password, s3.keys.secretAccessKey])
      for (const form of [
        secret,
        encodeURIComponent(secret),
        Buffer.from(`haruka:${secret}`).toString('base64'),
      ])
        expect(JSON.stringify(responses)).not.toContain(form)
  })

  test('a secret stays for the address and user it was given for, and goes to no other', async () => {
    const made = await create(dav({ password }))
    const params = { id: made.id }
    const change = (settings: StorageSettings) =>
      admin.call(api.updateStorage, { params, body: { settings } })
    expect(await change(dav({ ownNetwork: false }))).toMatchObject({ hasSecret: true })
    for (const other of [dav({ url: 'https://elsewhere.example/dav' }), dav({ user: 'somebody' })]) {
      const refusal = { status: 422, body: { fields: { 'body.settings.password': 'required' } } }
      await expect(change(other)).rejects.toMatchObject(refusal)
      await expect(tried(other, made.id)).rejects.toMatchObject(refusal)
    }
    expect(await change(dav({ password: null }))).toMatchObject({ hasSecret: false })
    await expect(change(bucket({ secretAccessKey: 'x' }))).rejects.toMatchObject({
      body: { fields: { 'body.settings.kind': 'kindStays' } },
    })
    await expect(create(bucket())).rejects.toMatchObject({
      body: { fields: { 'body.settings.secretAccessKey': 'required' } },
    })
  })

  test('a row whose address was changed behind our back opens no secret', async () => {
    const made = await create(dav({ password }))
    const root = nas.url.replace('127.0.0.1', 'elsewhere.example')
    await w.deps.write.updateTable('storage').set({ root }).execute()
    await expect(admin.call(api.testStorage, { params: { id: made.id } })).rejects.toMatchObject({
      status: 500,
    })
    expect(nas.requests).toEqual([])
  })

  test.each([
    { url: 'ftp://nas/dav' },
    { url: 'http://haruka:moss@nas/dav' },
    { url: 'javascript:alert(1)' },
    { url: 'nas' },
    { url: 5 },
    { user: 'a\nb' },
    { user: 'x'.repeat(301) },
    { kind: 'ftp' },
    { path: '/etc' },
  ])('hostile settings are refused: %j', async (more) => {
    const headers = { authorization: `Bearer ${admin.token}` }
    const payload = { settings: { ...dav({ password }), ...more }, unknownAge: 'all' }
    const response = await w.app.inject({ method: 'POST', url: '/api/v3/admin/storages', headers, payload })
    expect(response.statusCode).toBe(400)
  })
})
