import { once } from 'node:events'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listenForMetrics } from '../../http/metrics.ts'
import { createMetrics, type Metrics } from '../../lib/metrics.ts'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { absent, fault } from '../metadata/source.ts'
import { observedBuild, observedMarketplace, observedOutbound } from './register-metrics.ts'

const token = 'a token that is long enough'

/** Parses the exposition format into values by name and labels. Throws if the text is invalid. */
function parsed(exposed: string): ReadonlyMap<string, number> {
  const values = new Map<string, number>()
  const described = new Set<string>()
  for (const line of exposed.split('\n').filter((one) => one !== '')) {
    const [, kind, name] = /^# (HELP|TYPE) ([a-z_]\w*) .+$/.exec(line) ?? []
    if (kind === 'TYPE' && name !== undefined) described.add(name)
    if (line.startsWith('#')) continue
    const [, sample, labels = '', value] =
      /^([a-z_]\w*)(\{(?:\w+="(?:[^"\\\n]|\\.)*",?)+\})? (\S+)$/.exec(line) ?? []
    const isNumber = /^nan$/i.test(value ?? '') || !Number.isNaN(Number(value?.replace('Inf', 'Infinity')))
    if (sample === undefined || !isNumber) throw new Error(line)
    const family = sample.replace(/_(bucket|sum|count)$/, '')
    if (!described.has(sample) && !described.has(family)) throw new Error(`${line} is of no type`)
    if (values.has(sample + labels)) throw new Error(`${line} is there twice`)
    values.set(sample + labels, Number(value))
  }
  return values
}

eachEngine((engine) => {
  let metrics: Metrics
  let w: World
  beforeEach(async () => {
    metrics = createMetrics({ version: '1.2.3' })
    w = await startTestServer(engine, { metrics: { metrics, token }, hasDoors: true })
  })
  afterEach(async () => {
    metrics.close()
    await w.close()
  })

  const expose = async () => {
    const { statusCode, headers, body } = await w.app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${token}` },
    })
    expect([statusCode, headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/plain; version=0.0.4'),
    ])
    return parsed(body)
  }
  const sum = (values: ReadonlyMap<string, number>, start: string) =>
    [...values].reduce((total, [name, value]) => (name.startsWith(start) ? total + value : total), 0)

  test('each is there, and moves with what happens', async () => {
    const before = await expose()
    await w.make([{ id: 'RJ90000001', name: 'Rain', ageCategory: 'all' }])
    await putInLibrary(w.deps.write, ['RJ90000001'])
    await w.deps.catalogue.caughtUp()
    const admin = await w.signIn({ role: roleOf.admin, username: 'keeper', password: 'long enough for one' })
    for (let i = 0; i < 4; i++) await w.call(api.listWorks, {})
    await w.call(api.login, { body: { username: 'keeper', password: 'long enough for one' } })
    await w.call(api.login, { body: { username: 'keeper', password: 'not that one' } }).catch(() => {})
    await admin.call(api.createTask, { body: { kind: 'clean_works' } })
    await w.call(api.getWork, { params: { id: 'RJ90009999' } }).catch(() => {})
    await w.app.inject({ url: '/nowhere/RJ90000001' })
    const after = await expose()
    const request = 'http_server_request_duration_seconds_count{http_request_method="GET",http_route='
    for (const grown of [
      `${request}"/api/v3/works",http_response_status_code="200"}`,
      `${request}"/api/v3/works/:id",http_response_status_code="404"}`,
      `${request}"none",http_response_status_code="404"}`,
      'koedana_response_cache_hits_total',
      'koedana_response_cache_misses_total',
      'koedana_index_works',
      'koedana_index_change_seq',
      'koedana_cache_bytes{cache="answers"}',
      'koedana_logins_total{outcome="signedIn"}',
      'koedana_logins_total{outcome="signInFailed"}',
      'koedana_sessions',
      'koedana_tasks{kind="clean_works",status="ready"}',
    ])
      expect(sum(after, grown), grown).toBeGreaterThan(sum(before, grown))
    for (const there of [
      'koedana_build_info{version="1.2.3"}',
      'http_server_active_requests',
      'koedana_media_streams',
      'koedana_index_bytes',
      'koedana_index_behind_seconds',
      'koedana_index_build_seconds',
      'koedana_task_items_total{kind="clean_works",outcome="failed"}',
      'koedana_storage_up{storage="1"}',
      'koedana_disk_free_bytes',
      'koedana_marketplace_breaker_open',
      'nodejs_eventloop_delay_seconds{quantile="0.5"}',
      'nodejs_eventloop_delay_seconds{quantile="0.99"}',
      'process_resident_memory_bytes',
      'process_open_fds',
      'nodejs_heap_size_used_bytes',
    ])
      expect(after.has(there), there).toBe(true)
    expect(after.get('koedana_index_rebuilds_total')).toBeGreaterThan(0)
    // The request that reads the metrics.
    expect(after.get('http_server_active_requests')).toBe(1)
    expect(after.has('koedana_last_backup_timestamp_seconds')).toBe(false)
  })

  test('no label tells of a person, a work or a path', async () => {
    await w.make([{ id: 'RJ90000001', name: 'Rain', ageCategory: 'all' }])
    const { user, call } = await w.signIn({ username: 'somebody' })
    await call(api.getWork, { params: { id: 'RJ90000001' } })
    await w.app.inject({ url: '/feeds/secret-of-an-app/works/RJ90000001.xml' })
    await w.app.inject({ url: '/%2e%2e/etc/passwd?token=abc' })
    const names = [...(await expose()).keys()].join('\n')
    for (const hidden of ['RJ9', 'somebody', user.id, 'secret-of', 'passwd', 'token', 'Rain'])
      expect(names).not.toContain(hidden)
  })

  test.each([undefined, 'Bearer no', `Basic ${token}`, token, `Bearer ${token} `])(
    'nobody reads them with %j',
    async (authorization) => {
      const headers = authorization === undefined ? {} : { authorization }
      const { statusCode, body } = await w.app.inject({ url: '/metrics', headers })
      expect(statusCode).toBe(authorization === `Bearer ${token} ` ? statusCode : 401)
      expect(body).not.toContain('koedana_build_info')
    },
  )

  test('where nobody counts, nothing is there', async () => {
    const other = await startTestServer(engine)
    const { body } = await other.app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(body).not.toContain('koedana_')
    await other.close()
  })
})

test('a port of its own shows them, and nothing else', async () => {
  const metrics = createMetrics({ version: '1.2.3' })
  const shown = await listenForMetrics(metrics, { host: '127.0.0.1', port: 0, token })
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const [response] = await once(get({ port: shown.port, path, headers }), 'response')
    return { status: response.statusCode, body: await text(response) }
  }
  const authorization = `Bearer ${token}`
  expect(
    parsed((await ask('/metrics', { authorization })).body).has('koedana_build_info{version="1.2.3"}'),
  ).toBe(true)
  expect(await ask('/metrics')).toEqual({ status: 401, body: '' })
  expect(await ask('/api/v3/works', { authorization })).toEqual({ status: 404, body: '' })
  await shown.end()
  metrics.close()
})

test('calls of others are counted by host, of which there are no more than fifty', async () => {
  const metrics = createMetrics({})
  const response = { status: 404, headers: {}, url: '', body: Buffer.alloc(0) }
  const outbound = observedOutbound(
    {
      get: async () => response,
      send: async () => Promise.reject(new Error('broken')),
      stream: () => Promise.reject(new Error('unused')),
      close: async () => {},
    },
    metrics,
  )
  const request = {
    destination: 'marketplace' as const,
    timeoutMs: 1,
    maxBytes: 1,
    proxyUrl: null,
    allowedHosts: [],
  }
  for (let i = 0; i < 60; i++) await outbound.get(`https://user:secret@host${i}.example/path?key=1`, request)
  await expect(outbound.send('https://host1.example', { ...request, method: 'GET' })).rejects.toThrow(
    'broken',
  )
  const values = parsed(await metrics.text())
  expect(values.get('koedana_outbound_requests_total{host="host0.example",outcome="4xx"}')).toBe(1)
  expect(values.get('koedana_outbound_requests_total{host="other",outcome="4xx"}')).toBe(10)
  expect(values.get('koedana_outbound_requests_total{host="host1.example",outcome="failed"}')).toBe(1)
  expect([...values.keys()].join()).not.toContain('secret')
  metrics.close()
})

test('the marketplace is said to rest until it responds again', async () => {
  const metrics = createMetrics({})
  let isSilent = true
  const unused = () => Promise.reject(new Error('unused'))
  const source = observedMarketplace(
    {
      name: 'marketplace',
      readRecord: async () => (isSilent ? fault('marketplaceSilent') : absent),
      readNames: unused,
      readNumbers: unused,
      readPage: unused,
      readPicture: unused,
    },
    metrics,
  )
  const open = async () => parsed(await metrics.text()).get('koedana_marketplace_breaker_open')
  expect(await open()).toBe(0)
  await source.readRecord('RJ90000001')
  expect(await open()).toBe(1)
  isSilent = false
  await source.readRecord('RJ90000001')
  expect(await open()).toBe(0)
  const values = parsed(await metrics.text())
  expect(values.get('koedana_marketplace_requests_total{outcome="absent"}')).toBe(1)
  metrics.close()
})

test('a generation that was not built does not count', async () => {
  const metrics = createMetrics({})
  const build = observedBuild(() => Promise.reject(new Error('no')), metrics)
  await expect(build({ folder: '' })).rejects.toThrow('no')
  expect(parsed(await metrics.text()).get('koedana_index_rebuilds_total')).toBe(0)
  metrics.close()
})
