/** Tests requests from pages of other origins: web players, and apps that are web pages in a wrapper. */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { appScopes } from '@koedana/contract/app-passwords.ts'
import { roleOf, workKeyOf } from '@koedana/contract/values.ts'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendChanges } from '../../db/changes.ts'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const [open, hidden] = ['RJ01000001', 'RJ01000002']
const webp = 'image/avif,image/webp,*/*'

eachEngine((engine) => {
  let w: World
  let nowMs: number
  beforeEach(async () => {
    nowMs = Date.parse('2026-03-01T10:00:00.000Z')
    w = await startTestServer(engine, { hasDoors: true, now: () => new Date(nowMs) })
    await w.make([
      { id: open, name: 'Rain', ageCategory: 'all' },
      { id: hidden, name: 'Night', ageCategory: 'r18' },
    ])
    await putInLibrary(w.deps.write, [open, hidden])
    // Covers that our own lists blur are rendered from this hash, so it must be a real thumbhash.
    const cover_thumbhash = '1QcSHQRnh493V4dIh4eXh1h4kJUI'
    await w.deps.write.updateTable('work').set({ cover_thumbhash }).execute()
    await appendChanges(w.deps.write, 'work', [open, hidden].map(workKeyOf))
    await w.deps.catalogue.caughtUp()
    const picture = await sharp({ create: { width: 240, height: 180, channels: 3, background: '#246' } })
      .webp()
      .toBuffer()
    for (const id of [open, hidden]) {
      const folder = join(w.deps.coversFolder, id, 'v1')
      await mkdir(folder, { recursive: true })
      for (const size of [240, 480, 960]) await writeFile(join(folder, `${size}.webp`), picture)
    }
    const admin = await w.signIn({ role: roleOf.admin })
    const doors = { kikoeru: true, subsonic: true, feed: true, abs: true, dav: true }
    await admin.call(api.updateSiteSettings, { body: { doors, kikoeruAtRoot: true } })
  })
  afterEach(() => w.close())

  const enter = async (age: 'all' | 'r18' = 'r18') => {
    const owner = await w.signIn({ username: 'haruka', ageRestriction: age })
    const body = { name: 'phone', scopes: [...appScopes] }
    const { password } = await owner.call(api.createAppPassword, { body })
    const login = async (url: string, name: string) =>
      (await w.app.inject({ method: 'POST', url, payload: { [name]: 'haruka', password } })).json()
    const abs = (await login('/abs/login', 'username')).user.accessToken
    const kikoeru = (await login('/kikoeru/api/auth/me', 'name')).token
    return { password, abs, kikoeru, rest: `u=haruka&p=${password}&v=1.16.1&c=test&f=json` }
  }
  const page = { origin: 'https://player.example', 'sec-fetch-site': 'cross-site', host: 'shelf.example' }

  test('they read what these APIs send, and only these', async () => {
    const { password, abs, kikoeru, rest } = await enter()
    const urls = [
      `/rest/ping?${rest}`,
      `/rest/getCoverArt?${rest}&id=al-${open}`,
      `/abs/api/items/${open}?token=${abs}`,
      `/abs/api/items/${open}/cover`,
      '/abs/status',
      '/abs/none',
      `/kikoeru/api/cover/01000001?token=${kikoeru}`,
      '/kikoeru/api/health',
      '/api/health',
      `/kikoeru/with/${password}/api/works`,
      `/feeds/${password}/work/${open}.xml`,
      `/feeds/${password}/cover/${open}`,
    ]
    for (const url of urls) {
      const { headers } = await w.app.inject({ url, headers: page })
      expect([url, headers['access-control-allow-origin'], headers['cross-origin-resource-policy']]).toEqual([
        url,
        '*',
        'cross-origin',
      ])
      expect(headers['access-control-allow-credentials'], url).toBeUndefined()
      const asked = {
        ...page,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type, x-return-tokens',
      }
      const preflight = await w.app.inject({ method: 'OPTIONS', url, headers: asked })
      expect([url, preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([
        url,
        204,
        'authorization, content-type, x-return-tokens',
      ])
    }
    for (const url of ['/api/v3/site', `/api/v3/works/${open}`, `/dav/`, '/', '/api/none']) {
      for (const method of ['GET', 'OPTIONS'] as const) {
        const { headers } = await w.app.inject({ method, url, headers: page })
        expect([
          url,
          headers['access-control-allow-origin'],
          headers['cross-origin-resource-policy'],
        ]).toEqual([url, undefined, 'same-origin'])
      }
    }
  })

  test('they sign in and write by a token, and our own API still refuses them', async () => {
    const { password, abs } = await enter()
    const post = (url: string, payload: object, headers = {}) =>
      w.app.inject({ method: 'POST', url, payload, headers: { ...page, ...headers } })
    expect((await post('/abs/login', { username: 'haruka', password })).statusCode).toBe(200)
    expect((await post('/abs/api/authorize', {}, { authorization: `Bearer ${abs}` })).statusCode).toBe(200)
    expect((await post('/abs/api/authorize', {})).statusCode).toBe(401)
    expect((await post('/api/auth/me', { name: 'haruka', password })).statusCode).toBe(200)
    expect((await post('/api/v3/auth/login', { username: 'haruka', password })).statusCode).toBe(403)
    const off = { kikoeru: false, subsonic: false, feed: false, abs: false, dav: false }
    const admin = await w.signIn({ role: roleOf.admin })
    await admin.call(api.updateSiteSettings, { body: { doors: off } })
    const closed = await post('/abs/login', { username: 'haruka', password })
    expect([closed.statusCode, closed.headers['access-control-allow-origin']]).toEqual([403, undefined])
  })

  test('clients that name no WebP get JPEG, and others what is stored', async () => {
    const { password, abs, kikoeru, rest } = await enter()
    const covers = {
      rest: `/rest/getCoverArt?${rest}&id=al-${open}`,
      abs: `/abs/api/items/${open}/cover?token=${abs}`,
      kikoeru: `/kikoeru/api/cover/01000001?token=${kikoeru}`,
      feed: `/feeds/${password}/cover/${open}`,
    }
    for (const [name, url] of Object.entries(covers)) {
      for (const accept of [
        undefined,
        'image/jpeg, image/png',
        'text/html',
        'image/*',
        'image/webp;q=0',
        webp,
      ]) {
        const { headers, rawPayload, statusCode } = await w.app.inject({
          url,
          headers: accept === undefined ? {} : { accept },
        })
        const isJpeg = name === 'feed' || accept !== webp
        expect([name, accept, statusCode, (await sharp(rawPayload).metadata()).format]).toEqual([
          name,
          accept,
          200,
          isJpeg ? 'jpeg' : 'webp',
        ])
        const again = await w.app.inject({
          url,
          headers: { ...(accept && { accept }), 'if-none-match': String(headers.etag) },
        })
        expect([name, accept, again.statusCode]).toEqual([name, accept, 304])
      }
    }
  })

  test('covers of audiobookshelf need no token if visitors may see them, and else one for this cover alone', async () => {
    const { abs } = await enter('r18')
    const authorization = `Bearer ${abs}`
    const urlOf = async (id: string) => {
      const { media } = (
        await w.app.inject({ url: `/abs/api/items/${id}`, headers: { authorization } })
      ).json()
      return String(media.coverPath).replace(/^https?:\/\/[^/]+/, '')
    }
    const statusOf = async (url: string) =>
      (await w.app.inject({ url, headers: { accept: webp } })).statusCode
    const plain = (id: string) => `/abs/api/items/${id}/cover`
    expect([
      await statusOf(plain(open)),
      await statusOf(plain(hidden)),
      await statusOf(plain('RJ01999999')),
    ]).toEqual([200, 404, 404])
    const [own, other] = [await urlOf(hidden), await urlOf(open)]
    expect(own).toContain(`${plain(hidden)}?c=`)
    expect(own).not.toContain(abs)
    expect(await statusOf(own)).toBe(200)
    // The token is not valid for anything else.
    const [, token = ''] = own.split('?c=')
    expect(await statusOf(`${plain(hidden)}?c=${other.split('?c=')[1]}`)).toBe(404)
    expect(await statusOf(`${plain(hidden)}?c=${token}x`)).toBe(404)
    expect(
      await statusOf(`${plain(hidden)}?c=${token.replace(/^./, (kind) => (kind === 'c' ? 'v' : 'c'))}`),
    ).toBe(404)
    expect(await statusOf(`/abs/api/items/${hidden}?c=${token}`)).toBe(401)
    expect(await statusOf(`/abs/api/items/${hidden}?token=${token}`)).toBe(401)
    // A request with an expired credential is not treated as a visitor.
    expect(await statusOf(`${plain(open)}?token=stale`)).toBe(401)
    nowMs += 31 * 3_600_000
    expect(await statusOf(own)).toBe(404)
    expect(await statusOf(plain(open))).toBe(200)
  })
})
