import type { FeedWork } from '@koedana/contract/feed.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from './testing/engines.ts'
import { startTestServer, type World } from './testing/test-server.ts'

const genre = (name: string) => ({ id: '56', name: '癒し', names: { 'en-US': name } })
const work: FeedWork = {
  id: 'RJ90000001',
  name: '雨',
  names: { 'en-US': 'Rain' },
  ageCategory: 'all',
  sales: 5,
  genres: [genre('Healing')],
}
const addresses = ['/works', '/works/RJ90000001', '/genres', '/genres/56']

eachEngine((engine) => {
  let here: World
  beforeEach(async () => {
    here = await startTestServer(engine)
    await here.make([work])
  })
  afterEach(() => here.close())

  const send = (path: string, headers: Record<string, string> = {}) =>
    here.app.inject({ url: `/api/v3${path}`, headers: { 'accept-language': 'en-US', ...headers } })

  test.each(addresses)('%s is not sent again until a change', async (path) => {
    const first = await send(path)
    const etag = String(first.headers.etag)
    expect((await send(path, { 'if-none-match': etag })).statusCode).toBe(304)
    await here.make([{ id: work.id, sales: 9, genres: [genre('Calm')] }])
    const changed = await send(path, { 'if-none-match': etag })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(etag)
    expect(changed.body).toContain('Calm')
    expect(changed.body).not.toContain('Healing')
  })

  test('/home is not sent again until a change, which it shows at once', async () => {
    await send('/home')
    const etag = String((await send('/home')).headers.etag)
    expect((await send('/home', { 'if-none-match': etag })).statusCode).toBe(304)
    await here.make([{ id: work.id, name: '雪', names: { 'en-US': 'Snow' } }])
    const changed = await send('/home', { 'if-none-match': etag })
    expect(changed.body).toContain('Snow')
    expect(changed.body).not.toContain('Rain')
  })

  test.each(['/home', ...addresses])('%s is kept for each language alone', async (path) => {
    const english = await send(path)
    const chinese = await send(path, { 'accept-language': 'zh-CN' })
    expect(chinese.body).not.toBe(english.body)
    expect((await send(path)).body).toBe(english.body)
    const tag = String(chinese.headers.etag)
    expect((await send(path, { 'if-none-match': tag })).statusCode).toBe(200)
  })

  test('a work that comes or is hidden is in no response that was cached before', async () => {
    for (const path of ['/works', '/home', '/works/RJ90000002']) await send(path)
    await here.make([{ id: 'RJ90000002', name: '夜', ageCategory: 'all' }])
    for (const path of ['/works', '/home', '/works/RJ90000002']) {
      expect((await send(path)).body).toContain('RJ90000002')
    }
    await here.make([{ id: 'RJ90000002', ageCategory: 'r18' }])
    for (const path of ['/works', '/home', '/works/RJ90000002']) {
      expect((await send(path)).body).not.toContain('RJ90000002')
    }
  })

  test('what the server says of itself is kept too, and its signed links are not', async () => {
    expect((await send('/openapi.json')).headers.etag).toBeDefined()
    expect((await send('/works/RJ90000001/files')).headers.etag).toBeUndefined()
  })
})
