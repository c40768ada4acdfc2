// @module-tag large
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { type FakeWebdav, startWebdav } from '@koedana/fakes/webdav/start-webdav.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { pollOptions } from '../../testing/poll-options.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { sound } from '../library/testing/library.ts'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let nas: FakeWebdav
  beforeEach(async () => {
    w = await startTestServer(engine, { scansInThread: true })
    admin = await w.signIn({ role: roleOf.admin })
    nas = await startWebdav()
    nas.put('RJ90000001 Rain/1.wav', sound('rain'))
  })
  afterEach(async () => {
    await w.close()
    await nas.close()
  })

  const taskNow = (id: string) => admin.call(api.getTask, { params: { id } })

  async function startScan(): Promise<string> {
    const settings = { kind: 'webdav', url: nas.url, ownNetwork: true } as const
    const { id } = await admin.call(api.createStorage, { body: { settings, unknownAge: 'all' } })
    const { task } = await admin.call(api.scanStorage, { params: { id }, body: {} })
    w.deps.tasks.start()
    if (!task) throw new Error('no task')
    return task.id
  }

  test.each([
    ['rateLimited', { type: 'status', status: 429 }, 45 * 60],
    ['rateLimited', { type: 'status', status: 503, body: 'BlockedTemporarily' }, 45 * 60],
    ['noResponse', { type: 'hang' }, 5 * 60],
  ] as const)(
    'a scan shows its wait (%s) with the limit, and cancel ends it',
    async (reason, trouble, limit) => {
      nas.setTrouble(trouble)
      const id = await startScan()
      await vi.waitFor(async () => {
        const { wait } = await taskNow(id)
        expect(wait).toMatchObject({ reason, limitSeconds: limit })
        expect(Date.parse(wait?.until ?? '')).toBeGreaterThan(Date.now())
      }, pollOptions)
      expect(await taskNow(id)).toMatchObject({
        current: expect.stringContaining(nas.url),
        status: 'running',
      })
      await admin.call(api.cancelTask, { params: { id } })
      await vi.waitFor(async () => {
        expect(await taskNow(id)).toMatchObject({ status: 'cancelled', wait: null, current: null })
      }, pollOptions)
      const before = nas.requests.length
      // The next scan must begin at once after the cancellation.
      nas.setTrouble()
      const next = await admin.call(api.createTask, {
        body: { kind: 'sync_works', options: { localOnly: true } },
      })
      await vi.waitFor(async () => {
        expect(await taskNow(next.id)).toMatchObject({ status: 'finished', summary: { added: 1 } })
      }, pollOptions)
      expect(nas.requests.length).toBeGreaterThan(before)
    },
  )

  test('a scan goes on after its wait, which is no longer shown', async () => {
    nas.setTrouble({
      type: 'status',
      status: 429,
      headers: { 'retry-after': '2' },
      when: () => nas.requests.length === 1,
    })
    const id = await startScan()
    await vi.waitFor(async () => {
      expect(await taskNow(id)).toMatchObject({ status: 'finished', wait: null, summary: { added: 1 } })
    }, pollOptions)
    expect(nas.requests.length).toBeGreaterThan(2)
  })
})
