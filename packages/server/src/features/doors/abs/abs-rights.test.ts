// @module-tag large
/** Tests who can use this API, that hidden works stay hidden, and how it handles malicious input. */
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import {
  type AbsWorld,
  absWorld,
  night,
  nightFile,
  password,
  rain,
  rainFile,
  sold,
} from './testing/abs-world.ts'
import * as shapes from './testing/strict-shapes.ts'

type Requested = readonly [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown]

const local = (id: string) => ({ id: 'local-0001', libraryItemId: id, currentTime: 9, timeListening: 9 })

/** Returns every request that names a work, a file, a circle or a series. */
const namedBy = (work: string, file: string, maker: string, series: string): readonly Requested[] => [
  ['GET', `/api/items/${work}`],
  ['GET', `/api/items/${work}?expanded=1&include=progress`],
  ['GET', `/api/items/${work}/cover`],
  ['GET', `/api/items/${work}/file/${file}`],
  ['GET', `/api/items/${work}/file/${file}/download`],
  ['GET', `/api/items/${work}/download`],
  ['POST', `/api/items/${work}/play`, {}],
  ['POST', `/api/session/${work}.x/sync`, { currentTime: 9, timeListened: 9 }],
  ['POST', '/api/session/local', local(work)],
  ['GET', `/api/me/progress/${work}`],
  ['PATCH', `/api/me/progress/${work}`, { currentTime: 9 }],
  ['PATCH', `/api/me/progress/${work}`, { isFinished: true }],
  ['DELETE', `/api/me/progress/${work}`],
  ['GET', `/api/me/progress/${work}/remove-from-continue-listening`],
  ['GET', `/api/me/bookmarks/${work}`],
  ['POST', `/api/me/item/${work}/bookmark`, { time: 9, title: 'x' }],
  ['PATCH', `/api/me/item/${work}/bookmark`, { time: 9, title: 'x' }],
  ['DELETE', `/api/me/item/${work}/bookmark/9`],
  ['GET', `/api/me/item/listening-sessions/${work}`],
  ['GET', `/api/authors/${maker}?include=items`],
  ['GET', `/api/series/${series}`],
  ['GET', `/api/libraries/library/series/${series}`],
]

const base = '/api/libraries/library'
const of = (group: string, value: string) => `${group}.${Buffer.from(value).toString('base64')}`
const lists: readonly string[] = [
  base,
  `${base}?include=filterdata`,
  `${base}/filterdata`,
  `${base}/items`,
  `${base}/items?filter=${of('authors', 'RG09999')}`,
  `${base}/items?filter=${of('narrators', 'Night Voice')}`,
  `${base}/items?filter=${of('explicit', '')}`,
  `${base}/personalized`,
  `${base}/search?q=night`,
  `${base}/search?q=rain`,
  `${base}/authors`,
  `${base}/authors?limit=20&page=0&desc=1`,
  `${base}/narrators`,
  `${base}/series`,
  `${base}/series?filter=${of('authors', 'RG09999')}`,
  '/api/me',
  '/api/me/progress',
  '/api/me/bookmarks',
  '/api/me/items-in-progress',
  '/api/me/listening-stats',
  '/api/me/listening-sessions',
]

eachEngine((engine) => {
  let here: AbsWorld
  beforeEach(async () => {
    here = await absWorld(engine)
  })
  afterEach(() => here.close())

  test('what a limited account may not see is as what is not there, in every call', async () => {
    const { token, act } = await here.enter()
    const hidden = namedBy(night, nightFile, 'RG09999', 'nights')
    const absent = namedBy('RJ09999999', 'nowhere', 'RG00000', 'nothing')
    for (const [at, [method, path, body]] of hidden.entries()) {
      const response = await here.send(method, path, { token, body })
      const other = absent[at]
      const nothing = other && (await here.send(other[0], other[1], { token, body: other[2] }))
      expect([path, response.statusCode, response.body]).toEqual([path, nothing?.statusCode, nothing?.body])
      expect([path, response.statusCode]).toEqual([path, 404])
      v.parse(shapes.ErrorShape, response.json())
    }
    expect(await act('GET', `/api/items/${rain}/file/${nightFile}`)).toBe(404)
    for (const path of lists) {
      const response = await here.send('GET', path, { token })
      expect([path, response.statusCode]).toEqual([path, 200])
      expect(response.body, path).not.toMatch(/night|dark|RJ01000002|RG09999/i)
    }
    const grown = await here.enter({ username: 'grown', ageRestriction: 'r18' })
    expect((await grown.ask(shapes.Item, `/api/items/${night}`)).media.metadata.explicit).toBe(true)
    expect((await grown.ask(shapes.Items, `${base}/items?filter=${of('explicit', '')}`)).total).toBe(1)
  })

  test('what was seen before a limit was set, or is hidden by choice, is nowhere after it', async () => {
    const { act, token, owner, secret } = await here.enter({ ageRestriction: 'r18' })
    await act('PATCH', `/api/me/progress/${night}`, { currentTime: 30 })
    await act('POST', `/api/me/item/${night}/bookmark`, { time: 9, title: 'at night' })
    await act('POST', '/api/session/local', local(night))
    expect((await here.send('GET', '/api/me', { token })).body).toMatch(/at night.*|RJ01000002/)
    const none = { makers: [], series: [], artists: [], illustrators: [], genres: [] }
    const excluded = { ...none, makers: [{ id: 'RG01234' }] }
    await owner.call(api.saveSettings, {
      body: { policy: 'off', ageFilterMode: 'no_limit', filterDefaults: {}, excluded },
    })
    const nowhere = async (given: string, names: RegExp) => {
      for (const path of lists) {
        const response = await here.send('GET', path, { token: given })
        expect([path, response.statusCode]).toEqual([path, 200])
        expect(response.body, path).not.toMatch(names)
      }
    }
    await nowhere(token, /roof|RJ01000001|RG01234/i)
    expect(await act('GET', `/api/items/${rain}/file/${rainFile}`)).toBe(404)
    await here.admin.call(api.updateUser, { params: { id: owner.user.id }, body: { ageRestriction: 'all' } })
    const again = await here.signIn('listener', secret)
    await nowhere(again.accessToken, /night|dark|RJ01000002|RG09999/i)
  })

  test('works without files are shown to those who want the catalogue', async () => {
    const whole = await here.enter({}, true)
    expect((await whole.ask(shapes.Items, `${base}/items`)).total).toBe(2)
    expect((await whole.ask(shapes.ExpandedItem, `/api/items/${sold}`)).media).toMatchObject({
      duration: 0,
      chapters: [],
      tracks: [],
    })
    expect(await whole.act('POST', `/api/items/${sold}/play`, {})).toBe(404)
    expect(await whole.act('GET', `/api/items/${sold}/download`)).toBe(404)
    const other = await here.enter({ username: 'other' })
    expect(await other.act('GET', `/api/items/${sold}`)).toBe(404)
  })

  test('nobody comes in but by a password of their own for this door', async () => {
    const { owner, token } = await here.enter({ password })
    await here.w.signIn({ username: 'guest-1', role: roleOf.guest, password })
    const statusOf = async (username: string, secret: string) =>
      (await here.send('POST', '/login', { body: { username, password: secret } })).statusCode
    const other = await owner.call(api.createAppPassword, { body: { name: 'x', scopes: ['kikoeru'] } })
    expect(await statusOf('listener', other.password)).toBe(401)
    expect(await statusOf('listener', password)).toBe(200)
    expect(await statusOf('nobody', password)).toBe(401)
    await expect(here.w.bearing(token)(api.getAccount, {})).rejects.toMatchObject({ status: 401 })
    for (const given of [undefined, owner.token, 'x', `${token}x`])
      for (const path of lists)
        expect((await here.send('GET', path, { token: given })).statusCode, path).toBe(401)
    expect((await here.send('GET', `/api/libraries?token=${token}`)).statusCode).toBe(401)
    await here.admin.call(api.updateUser, { params: { id: owner.user.id }, body: { status: 'disabled' } })
    expect((await here.send('GET', '/api/libraries', { token })).statusCode).toBe(401)
    expect(await statusOf('listener', password)).toBe(403)
  })

  test('a closed door is not there, nor is its socket', async () => {
    const { token } = await here.enter()
    const socket = '/socket.io/?EIO=4&transport=polling'
    for (const path of ['/api/users', '/api/libraries/other/items', '/'])
      expect((await here.send('GET', path, { token })).statusCode, path).toBe(404)
    await here.openDoor(false)
    for (const path of [
      '/status',
      '/ping',
      '/healthcheck',
      '/api/libraries',
      socket,
      '/public/session/x/track/1',
    ])
      expect((await here.send('GET', path, { token })).statusCode, path).toBe(404)
    expect((await here.send('POST', '/login', { body: { username: 'a', password: 'b' } })).statusCode).toBe(
      404,
    )
  })

  test('whatever a stranger sends gets a response in their shape', async () => {
    const { token, ask, owner } = await here.enter()
    const numbers = [-1, 1e308, '1e999', null, [], {}, 'x', 0.1 + 0.2]
    const bodies: readonly unknown[] = [
      ...numbers,
      ...numbers.map((one) => ({
        currentTime: one,
        timeListened: one,
        time: one,
        title: one,
        progress: one,
        lastUpdate: one,
      })),
      ...numbers.map((one) => ({
        ...local(rain),
        startedAt: one,
        updatedAt: one,
        startTime: one,
        timeListening: one,
      })),
      ...numbers.map((one) => ({ sessions: one, libraryItemIds: one })),
      { currentTime: 5, title: '\u0000', time: 5, id: '\u0000', libraryItemId: '\u0000' },
      { time: 5, title: 'x'.repeat(501) },
      { sessions: [null, 1, { id: {} }, { ...local('\u0000') }], libraryItemIds: ['\u0000', '\ud800'] },
      { deviceInfo: 'x', mediaPlayer: {} },
      { isFinished: 'yes', __proto__: null },
      '{',
      `{"a":${'['.repeat(5_000)}`,
    ]
    const paths: readonly Requested[] = [
      ['POST', '/login'],
      ['POST', '/api/items/batch/get'],
      ['POST', `/api/items/${rain}/play`],
      ['POST', `/api/session/${rain}.x/sync`],
      ['POST', `/api/session/${rain}.x/close`],
      ['POST', '/api/session/local'],
      ['POST', '/api/session/local-all'],
      ['PATCH', `/api/me/progress/${rain}`],
      ['PATCH', '/api/me/progress/batch/update'],
      ['POST', `/api/me/item/${rain}/bookmark`],
      ['PATCH', `/api/me/item/${rain}/bookmark`],
    ]
    for (const [method, path] of paths)
      for (const body of bodies) {
        const { statusCode, body: said } = await here.send(method, path, { token, body })
        expect(statusCode, `${path} ${JSON.stringify(body)} ${said}`).toBeLessThan(500)
        if (statusCode >= 400) v.parse(shapes.ErrorShape, JSON.parse(said))
      }
    const texts = ['%00', '%ED%A0%80', '__proto__', '9'.repeat(400), '-1', '..%2f..', 'NaN', "'", '%']
    for (const text of texts)
      for (const [method, path, body] of namedBy(text, text, text, text)) {
        const { statusCode } = await here.send(method, path, { token, body })
        expect(statusCode, path).toBeGreaterThanOrEqual(400)
        expect(statusCode, path).toBeLessThan(500)
      }
    for (const text of texts)
      for (const name of ['limit', 'page', 'sort', 'desc', 'filter', 'q', 'include', 'itemsPerPage'])
        for (const path of lists) {
          const { statusCode } = await here.send(
            'GET',
            `${path}${path.includes('?') ? '&' : '?'}${name}=${text}`,
            { token },
          )
          expect(statusCode, `${path} ${name} ${text}`).toBeLessThan(500)
        }
    for (const time of ['x', '-1', '1e5', '9'.repeat(40)])
      expect((await here.send('DELETE', `/api/me/item/${rain}/bookmark/${time}`, { token })).statusCode).toBe(
        400,
      )
    const { progress } = await owner.call(api.getProgress, { params: { id: rain } })
    expect(progress?.position).toBeLessThanOrEqual(60)
    await ask(shapes.Me, '/api/me')
    await ask(shapes.Statistics, '/api/me/listening-stats')
  })
})
