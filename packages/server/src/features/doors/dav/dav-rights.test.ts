// @module-tag large
/** Tests who can use this API, what they see, and how it handles malicious input. */
import { request } from 'node:http'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import {
  at,
  basicOf,
  type DavWorld,
  davWorld,
  fetchWhole,
  folder,
  night,
  packed,
  rain,
  sold,
  song,
} from './testing/dav-world.ts'

eachEngine((engine) => {
  let here: DavWorld
  beforeEach(async () => {
    here = await davWorld(engine)
  })
  afterEach(() => here.close())

  const find = (authorization: string | undefined, path = '/') =>
    fetchWhole(`${here.origin}/dav${path}`, {
      method: 'PROPFIND',
      headers: { depth: '1', ...(authorization !== undefined && { authorization }) },
    })

  test('without a name and an app password of its own nobody is let in, and programs are told to ask', async () => {
    const { owner, username, authorization } = await here.enter()
    const other = await owner.call(api.createAppPassword, { body: { name: 'app', scopes: ['kikoeru'] } })
    const stranger = await here.w.signIn({ username: 'stranger', password: 'lantern moss 7' })
    const [, good = ''] = Buffer.from(authorization.slice(6), 'base64').toString().split(':')
    const wrong = [
      undefined,
      'Bearer x',
      'Basic',
      'Basic !!!',
      `Bearer ${owner.token}`,
      basicOf(username, other.password),
      basicOf('stranger', 'lantern moss 7'),
      basicOf('stranger', good),
      basicOf('', good),
      basicOf('nobody\0', good),
    ]
    for (const one of wrong) {
      const response = await find(one)
      expect([response.status, response.headers.get('www-authenticate')], one).toEqual([
        401,
        'Basic realm="Koedana", charset="UTF-8"',
      ])
    }
    expect(stranger.user.username).toBe('stranger')
    expect((await find(authorization)).status).toBe(207)
  })

  test('guessing is stopped, and a right app password is accepted whatever others guessed', async () => {
    const { username, authorization } = await here.enter()
    const statuses: number[] = []
    const guess = async () => (await find(basicOf(username, `guess ${statuses.length}`))).status
    while (statuses.length < 100 && !statuses.includes(429)) statuses.push(await guess())
    expect(statuses).toContain(429)
    expect((await find(authorization)).status).toBe(207)
    expect((await find(basicOf(username, 'guess'))).status).toBe(429)
  })

  test('what is hidden is not there: by age, by choice, without files, taken out of what may be seen', async () => {
    const { owner, names, ask } = await here.enter({ ageRestriction: 'all' })
    expect((await names('/')).toSorted()).toEqual([`Packed [${packed}]`, folder].toSorted())
    const statuses = async (...paths: readonly string[]) =>
      Promise.all(
        paths.map(async (path) => (await ask('PROPFIND', path, { headers: { depth: '0' } })).status),
      )
    expect(await statuses(at(night), at(night, '1.wav'), at(sold), at('RJ09999999'), at('Night'))).toEqual([
      404, 404, 404, 404, 404,
    ])
    expect((await ask('GET', at(night, '1.wav'))).status).toBe(404)
    const grown = await here.enter({ username: 'grown', ageRestriction: 'r18' })
    expect(await grown.names('/')).toContain(`Night [${night}]`)
    expect((await grown.ask('GET', at(night, '1.wav'))).status).toBe(200)
    const { excluded, ...settings } = await owner.call(api.getSettings, {})
    await owner.call(api.saveSettings, {
      body: { ...settings, excluded: { ...excluded, genres: [{ id: '56' }] } },
    })
    expect(await names('/')).toEqual([`Packed [${packed}]`])
    expect(await statuses(at(folder), at(folder, song))).toEqual([404, 404])
  })

  test('a guest has no app password, and a door that is closed is not there', async () => {
    const guest = await here.w.signIn({ role: roleOf.guest })
    await expect(
      guest.call(api.createAppPassword, { body: { name: 'computer', scopes: ['dav'] } }),
    ).rejects.toMatchObject({ status: 403 })
    const { ask } = await here.enter()
    await here.openDoor(false)
    for (const method of ['OPTIONS', 'PROPFIND', 'GET', 'HEAD', 'PUT', 'MKCOL', 'DELETE'])
      for (const path of ['', '/', at(folder), at(folder, song), '/nothing'])
        expect((await ask(method, path, { headers: { depth: '0' } })).status, method + path).toBe(404)
  })

  test('a revoked password is out at once', async () => {
    const { owner, id, authorization } = await here.enter()
    expect((await find(authorization)).status).toBe(207)
    await owner.call(api.revokeAppPassword, { params: { id } })
    expect((await find(authorization)).status).toBe(401)
  })

  /** Sends the path unchanged, whereas `fetch` would normalize it. */
  const statusOf = (method: string, path: string, authorization: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(here.origin, { method, path, headers: { authorization, depth: '1' } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })

  test('no path leads out of a work, whatever it is made of', async () => {
    const { authorization } = await here.enter({ ageRestriction: 'all' })
    const work = `/dav${at(folder)}`
    const nowhere = [
      `/dav/../dav/..${at(night)}`,
      `${work}/..${at(night)}/1.wav`,
      `${work}/texts/../../${night}/1.wav`,
      `${work}/..%2f${night}%2f1.wav`,
      `${work}/%2e%2e/${night}`,
      `/dav/..%2f..%2fetc%2fpasswd`,
      `/dav/%00`,
      `${work}/a%00b`,
      `${work}/${encodeURIComponent(song)}%00`,
      `/dav//${rain}`,
      `${work}//texts`,
      `/dav/${'a'.repeat(2_000)}`,
      `${work}/${'a/'.repeat(2_000)}`,
      '/dav/__proto__',
      `${work}/__proto__`,
      `${work}/${encodeURIComponent(song)}/`.replace('.wav', '.WAV'),
    ]
    for (const path of nowhere)
      for (const method of ['PROPFIND', 'GET'])
        expect(await statusOf(method, path, authorization), path).toBe(404)
    expect(await statusOf('PROPFIND', '/dav/%zz', authorization)).toBe(400)
    expect(await statusOf('PROPFIND', `/dav/${'a'.repeat(20_000)}`, authorization)).toBe(431)
    expect(await statusOf('PROPFIND', work, authorization)).toBe(207)
  })
})
