import { PassThrough } from 'node:stream'
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renewEpoch } from '../../db/changes.ts'
import { createLog } from '../../lib/log.ts'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

eachEngine((engine) => {
  let w: World
  let at: number
  let lines: string
  beforeEach(async () => {
    at = Date.parse('2026-11-25T12:00:00.000Z')
    lines = ''
    const to = new PassThrough()
    to.on('data', (bytes) => {
      lines += String(bytes)
    })
    w = await startTestServer(engine, { now: () => new Date(at), log: createLog('debug', to) })
  })
  afterEach(() => w.close())

  const ready = () => w.call(api.getReady, {})
  const name = (id: string) => ({ id, name: id, ageCategory: 'all' as const })

  test('who is behind by more than 30 seconds is not ready, until it has read what waits', async () => {
    await w.make([name('RJ90000001')])
    expect(await ready()).toEqual({ ready: true })
    // Make the change feed unreadable: the table of this change cannot be read.
    await w.deps.write.schema.alterTable('maker').renameTo('maker_away').execute()
    const change = { subject: 'makers' as const, key: 1 }
    await w.deps.write.insertInto('change').values(change).execute()
    await w.deps.catalogue.followed()
    expect(await ready()).toEqual({ ready: true })
    at += 30_000
    expect(await ready()).toEqual({ ready: true })
    at += 1
    await expect(ready()).rejects.toMatchObject({ status: 503, body: { code: 'notReady' } })
    expect(await w.call(api.getLive, {})).toEqual({ live: true })
    await w.deps.write.schema.alterTable('maker_away').renameTo('maker').execute()
    await w.deps.catalogue.followed()
    expect(await ready()).toEqual({ ready: true })
  })

  test('who reads on is ready, however long others write', async () => {
    for (let turn = 0; turn < 3; turn++) {
      await w.deps.write.insertInto('change').values({ subject: 'user', key: 1 }).execute()
      await w.deps.catalogue.behindMs()
      at += 31_000
      await w.deps.catalogue.followed()
      expect(await w.deps.catalogue.behindMs()).toBe(0)
    }
  })

  test('other contents under the path of the database are seen, though their numbers went back', async () => {
    await w.make([name('RJ90000001'), name('RJ90000002')])
    await w.deps.write.transaction().execute(async (tx) => {
      await tx.deleteFrom('work').where('id', '=', 'RJ90000001').execute()
      await tx.updateTable('work').set({ name: 'another' }).execute()
      await tx.deleteFrom('change').execute()
      await tx.insertInto('change').values({ seq: 1, subject: 'user', key: 1 }).execute()
    })
    await w.deps.catalogue.caughtUp()
    const works = async () => (await w.call(api.listWorks, {})).items.map(({ title }) => title)
    expect(await works()).toEqual(['another'])
    await w.deps.write.transaction().execute(async (tx) => {
      await tx.updateTable('work').set({ name: 'a third' }).execute()
      await renewEpoch(tx)
    })
    await w.deps.catalogue.caughtUp()
    expect(await works()).toEqual(['a third'])
  })

  test('a request has a name, in its response and in the log, and goes on with a trace', async () => {
    const ask = async (headers: Record<string, string>) => {
      const response = await w.app.inject({ url: '/api/v3/works', headers })
      return String(response.headers['x-request-id'])
    }
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const parent = '00f067aa0ba902b7'
    // Cached responses also get a new request ID each time.
    const names = [await ask({}), await ask({}), await ask({}), await ask({ 'x-request-id': 'two words' })]
    expect(new Set(names).size).toBe(4)
    for (const one of names) expect(one).toMatch(/^[\w-]{16}$/)
    expect(await ask({ 'x-request-id': 'proxy-1', traceparent: `00-${trace}-${parent}-01` })).toBe('proxy-1')
    await ask({ 'x-request-id': 'proxy-2', traceparent: `00-${trace}-${'0'.repeat(16)}-01` })
    const logged = (id: string) =>
      lines
        .split('\n')
        .filter((line) => line.includes(`"requestId":"${id}"`))
        .map((line): unknown => JSON.parse(line))
    await expect.poll(() => logged('proxy-2')).toHaveLength(1)
    expect(logged('proxy-1')).toEqual([
      expect.objectContaining({
        traceId: trace,
        parentSpanId: parent,
        spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      }),
    ])
    expect(logged('proxy-2')).toEqual([expect.not.objectContaining({ traceId: trace })])
  })
})
