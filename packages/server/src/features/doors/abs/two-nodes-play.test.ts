/** Tests a playback session that one node opened and another node continues, as behind a load balancer. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { roleOf, workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { putInLibrary } from '../../../testing/put-in-library.ts'
import type { World } from '../../../testing/test-server.ts'
import { onTwoNodes, startTwoNodes, type TwoNodes } from '../../../testing/two-nodes.ts'
import { OpenSession } from './testing/strict-shapes.ts'

const work = 'RJ01000001'
const Login = v.object({ user: v.object({ token: v.string() }) })

onTwoNodes(() => {
  let nodes: TwoNodes
  let root: string
  beforeEach(async () => {
    nodes = await startTwoNodes({ one: { hasDoors: true } })
    root = await mkdtemp(join(tmpdir(), 'koedana-abs-'))
    const { make, deps, signIn } = nodes.one
    await make([{ id: work, name: 'Rain', ageCategory: 'all' }])
    await putInLibrary(deps.write, [work], root)
    await writeFile(join(root, `${workKeyOf(work)}.mp3`), 'a sound of rain')
    const admin = await signIn({ role: roleOf.admin })
    await admin.call(api.updateSiteSettings, { body: { doors: { abs: true } } })
    await nodes.followed()
  })
  afterEach(async () => {
    await nodes.close()
    await rm(root, { recursive: true })
  })

  const post = (node: World, path: string, payload: object, token?: string) =>
    node.app.inject({
      method: 'POST',
      url: `/abs${path}`,
      payload,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })

  async function enter() {
    const owner = await nodes.one.signIn({ username: 'listener' })
    const made = await owner.call(api.createAppPassword, { body: { name: 'phone', scopes: ['abs'] } })
    const login = await post(nodes.one, '/login', { username: 'listener', password: made.password })
    const { token } = v.parse(Login, login.json()).user
    const body = { deviceInfo: { deviceId: 'shelf-0001', clientName: 'ShelfPlayer' } }
    const { id } = v.parse(
      OpenSession,
      (await post(nodes.one, `/api/items/${work}/play`, body, token)).json(),
    )
    const track = async (node: World, name = id) => {
      const { statusCode, body: sound } = await node.app.inject({
        url: `/abs/public/session/${name}/track/1`,
      })
      return statusCode === 200 ? sound : statusCode
    }
    return { owner, made, token, id, track }
  }

  test('is heard at the other one, as long as its listener is let in', async () => {
    const { owner, made, token, id, track } = await enter()
    expect([await track(nodes.one), await track(nodes.other)]).toEqual(['a sound of rain', 'a sound of rain'])
    expect(await track(nodes.other, `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`)).toBe(401)
    const read = await nodes.other.app.inject({
      url: `/abs/api/session/${id}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(v.parse(OpenSession, read.json())).toMatchObject({ id, libraryItemId: work })
    await owner.call(api.revokeAppPassword, { params: { id: made.id } })
    await nodes.followed()
    expect([await track(nodes.one), await track(nodes.other)]).toEqual([401, 401])
  })

  test('ends after a day and a half', async () => {
    const { track } = await enter()
    nodes.clock.move(36 * 3_600_000 - 1)
    expect(await track(nodes.other)).toBe('a sound of rain')
    nodes.clock.move(1)
    expect([await track(nodes.one), await track(nodes.other)]).toEqual([401, 401])
  })

  test.each([
    ['with a last report', { currentTime: 20, timeListened: 5 }],
    ['without one', {}],
  ])('is over at both once either was told so, %s', async (_, said) => {
    const { token, id, track } = await enter()
    expect(await track(nodes.one)).toBe('a sound of rain')
    expect((await post(nodes.other, `/api/session/${id}/close`, said, token)).statusCode).toBe(200)
    expect(await track(nodes.other)).toBe(401)
    await nodes.followed()
    expect(await track(nodes.one)).toBe(401)
    for (const node of [nodes.one, nodes.other]) {
      const headers = { authorization: `Bearer ${token}` }
      const again = await node.app.inject({ url: `/abs/public/session/${id}/track/1?token=${token}` })
      const read = await node.app.inject({ url: `/abs/api/session/${id}`, headers })
      expect([again.statusCode, read.statusCode]).toEqual([404, 404])
    }
    // Each closed session is stored once, and removed when it has expired.
    const kept = () => nodes.one.deps.db.selectFrom('closed_play').select('session_key').execute()
    expect(await kept()).toHaveLength(1)
    expect((await post(nodes.other, `/api/session/${id}/close`, said, token)).statusCode).toBe(200)
    nodes.clock.move(36 * 3_600_000)
    const body = { deviceInfo: { deviceId: 'shelf-0001' } }
    const next = await post(nodes.one, `/api/items/${work}/play`, body, token)
    const later = v.parse(OpenSession, next.json()).id
    expect((await post(nodes.one, `/api/session/${later}/close`, {}, token)).statusCode).toBe(200)
    expect(await kept()).toHaveLength(1)
  })

  test('is one play wherever its reports arrive, and a step back is one', async () => {
    const { owner, token, id } = await enter()
    const place = async () => (await owner.call(api.getProgress, { params: { id: work } })).progress
    const say = async (node: World, currentTime: number) => {
      nodes.clock.move(10_000)
      const said = { currentTime, timeListened: 10 }
      expect((await post(node, `/api/session/${id}/sync`, said, token)).statusCode).toBe(200)
      return place()
    }
    expect(await say(nodes.one, 10)).toMatchObject({ position: 10, revision: 1, device: 'ShelfPlayer' })
    expect(await say(nodes.other, 20)).toMatchObject({ position: 20, revision: 1 })
    expect(await say(nodes.one, 30)).toMatchObject({ position: 30, revision: 1 })
    expect(await say(nodes.one, 40)).toMatchObject({ position: 40, revision: 1 })
    // The other node has not received the earlier reports.
    expect(await say(nodes.other, 25)).toMatchObject({ position: 25, revision: 1 })
    const { items } = await owner.call(api.listHistory, {})
    expect(items).toMatchObject([{ start: { position: 0 }, end: { position: 25 }, listened: 50 }])
  })
})
