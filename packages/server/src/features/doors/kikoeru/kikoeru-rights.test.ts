// @module-tag large
/** Tests who can use this API and how it handles malicious input, below its own path and at the root. */
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import type { World } from '../../../testing/test-server.ts'
import {
  type KikoeruWorld,
  kikoeruWorld,
  night,
  nightNumber,
  password,
  rainNumber,
} from './testing/kikoeru-world.ts'
import { ErrorShape, NumberedNames, StrictList, StrictWork, Token } from './testing/strict-shapes.ts'

eachEngine((engine) =>
  describe.each(['/kikoeru', ''])('at "%s"', (base) => {
    let here: KikoeruWorld
    let w: World
    beforeEach(async () => {
      here = await kikoeruWorld(engine, base)
      w = here.w
    })
    afterEach(() => here.close())

    test('a token opens nothing else, and its address only pictures and sound', async () => {
      await w.signIn({ username: 'listener', password })
      const token = await here.signIn('listener')
      await expect(w.bearing(token)(api.getAccount, {})).rejects.toMatchObject({ status: 401 })
      expect((await here.send('GET', `/api/works?token=${token}`)).statusCode).toBe(401)
      const own = await w.signIn()
      expect((await here.send('GET', '/api/works', { token: own.token })).statusCode).toBe(401)
    })

    test('an app password opens the door it was made for, and ends with its revocation', async () => {
      const owner = await w.signIn({ username: 'listener', password })
      const make = (scopes: ('kikoeru' | 'subsonic')[], wholeCatalogue = false) =>
        owner.call(api.createAppPassword, { body: { name: 'phone', scopes, wholeCatalogue } })
      const made = await make(['kikoeru'], true)
      expect(made.password).toMatch(/^[a-z0-9]{24}$/)
      const other = await make(['subsonic'])
      const refused = await here.send('POST', '/api/auth/me', {
        body: { name: 'listener', password: other.password },
      })
      expect([refused.statusCode, v.is(ErrorShape, refused.json())]).toEqual([401, true])
      await w.signIn({ username: 'somebody' })
      const foreign = await here.send('POST', '/api/auth/me', {
        body: { name: 'somebody', password: made.password },
      })
      expect(foreign.statusCode).toBe(401)
      const token = await here.signIn('listener', made.password)
      expect((await here.read(StrictList, '/api/works', token)).works).toHaveLength(2)
      const { items, doors, kikoeruAtRoot } = await owner.call(api.listAppPasswords, {})
      expect(doors).toEqual({ kikoeru: true, subsonic: false, feed: false, abs: false, dav: false })
      expect(kikoeruAtRoot).toBe(base === '')
      expect(items.find(({ id }) => id === made.id)).toMatchObject({
        lastAddress: '127.0.0.1',
        lastUsedAt: expect.any(String),
        lastClient: 'lightMyRequest',
      })
      expect(JSON.stringify(items)).not.toContain(made.password)
      expect(JSON.stringify(await w.deps.db.selectFrom('app_password').selectAll().execute())).not.toContain(
        made.password,
      )
      const thief = await w.signIn()
      await expect(thief.call(api.revokeAppPassword, { params: { id: made.id } })).rejects.toMatchObject({
        status: 404,
      })
      await owner.call(api.revokeAppPassword, { params: { id: made.id } })
      expect((await here.send('GET', '/api/works', { token })).statusCode).toBe(401)
      expect(
        (await here.send('POST', '/api/auth/me', { body: { name: 'listener', password: made.password } }))
          .statusCode,
      ).toBe(401)
    })

    test('a changed password revokes the app passwords', async () => {
      const owner = await w.signIn({ username: 'listener', password })
      const made = await owner.call(api.createAppPassword, { body: { name: 'phone', scopes: ['kikoeru'] } })
      const token = await here.signIn('listener', made.password)
      await owner.call(api.changePassword, {
        body: { currentPassword: password, newPassword: 'paper boat 12' },
      })
      expect((await here.send('GET', '/api/works', { token })).statusCode).toBe(401)
      const again = await here.send('POST', '/api/auth/me', {
        body: { name: 'listener', password: made.password },
      })
      expect(again.statusCode).toBe(401)
    })

    test('somebody may register only where anybody may', async () => {
      const body = { name: 'newcomer', password }
      expect((await here.send('POST', '/api/auth/reg', { body })).statusCode).toBe(403)
      const admin = await w.signIn({ role: roleOf.admin })
      await admin.call(api.updateSiteSettings, { body: { registration: 'open' } })
      const { token } = v.parse(Token, (await here.send('POST', '/api/auth/reg', { body })).json())
      expect((await here.read(StrictList, '/api/works', token)).works).toHaveLength(1)
      const weak = await here.send('POST', '/api/auth/reg', { body: { name: 'other', password: 'x' } })
      expect([weak.statusCode, v.is(ErrorShape, weak.json())]).toEqual([422, true])
    })

    test('a closed door is not there', async () => {
      await w.signIn({ username: 'listener', password })
      const token = await here.signIn('listener')
      await here.openDoor(false)
      for (const [method, path] of [
        ['GET', '/api/health'],
        ['POST', '/api/auth/me'],
        ['GET', '/api/works'],
        ['GET', '/nowhere'],
      ] as const) {
        expect((await here.send(method, path, { token })).statusCode, path).toBe(404)
      }
    })

    test.each([
      ['POST', '/api/auth/me', '[]', 400],
      ['POST', '/api/auth/me', '{"name":{},"password":1}', 400],
      ['POST', '/api/auth/me', '{', 400],
      ['POST', '/api/auth/me', `"${'x'.repeat(70_000)}"`, 413],
      ['PUT', '/api/review', '{"work_id":{}}', 400],
      ['PUT', '/api/review', `{"work_id":${rainNumber},"rating":99}`, 400],
      ['PUT', '/api/review?starOnly=false', `{"work_id":${rainNumber},"progress":"__proto__"}`, 400],
      ['PUT', '/api/review', '', 400],
      ['GET', '/api/search?isAdvance=1&keyword={', '', 400],
      ['GET', '/api/search?isAdvance=1&keyword=[[]]', '', 400],
      ['GET', `/api/search/${'x'.repeat(600)}`, '', 400],
      ['GET', '/api/works?page=-1&pageSize=1e9&order=__proto__&seed=x', '', 200],
      ['GET', '/api/tags/__proto__/works', '', 200],
      ['GET', '/api/vas/%E9%9B%A8/works', '', 200],
    ] as const)('%s %s with %s gets a response in their shape', async (method, url, payload, status) => {
      await w.signIn({ username: 'listener', password })
      const headers = {
        authorization: `Bearer ${await here.signIn('listener')}`,
        'content-type': 'application/json',
      }
      const response = await w.app.inject({
        method,
        url: base + url,
        headers,
        ...(payload && { payload }),
      })
      expect(response.statusCode, response.body).toBe(status)
      if (status >= 400) v.parse(ErrorShape, response.json())
    })

    test('an adult finds works for adults, and those for everybody, by the number that apps send', async () => {
      await w.signIn({ username: 'grown', password, ageRestriction: 'r18' })
      const token = await here.signIn('grown')
      const adult = await here.read(StrictList, '/api/works?nsfw=2', token)
      expect(adult.works.map(({ id, nsfw }) => [id, nsfw])).toEqual([[nightNumber, true]])
      expect((await here.read(StrictList, '/api/works?nsfw=1', token)).works.map(({ id }) => id)).toEqual([
        rainNumber,
      ])
      expect(await here.read(StrictWork, `/api/workInfo/${night}`, token)).toMatchObject({
        age_category_string: 'adult',
      })
    })

    test('what a limited account may not see is nowhere, and neither is what has no files', async () => {
      await w.signIn({ username: 'listener', password })
      const token = await here.signIn('listener')
      const hidden = (
        await w.deps.db.selectFrom('track').select('id').where('path', 'like', `%${nightNumber}%`).execute()
      )[0]
      const paths = [nightNumber, 1_000_003, 'RJ99999999', 'x', '9'.repeat(13), '%00'].flatMap((id) => [
        `work/${id}`,
        `tracks/${id}`,
        `cover/${id}`,
        `media/stream/${id}/${hidden?.id}`,
        `media/check-lrc/${id}/${hidden?.id}`,
      ])
      for (const path of [
        ...paths,
        `media/stream/${rainNumber}/${hidden?.id}`,
        `media/stream/${rainNumber}/%00`,
      ]) {
        const response = await here.send('GET', `/api/${path}`, { token })
        expect(response.statusCode, path).toBe(404)
        v.parse(ErrorShape, response.json())
      }
      for (const path of ['search/night', 'tags/57/works', `search/${night}`]) {
        expect((await here.read(StrictList, `/api/${path}`, token)).works, path).toEqual([])
      }
      expect((await here.read(NumberedNames, '/api/tags/', token)).map(({ id }) => id)).toEqual([56])
      expect((await here.send('GET', '/api/tags/57', { token })).statusCode).toBe(404)
      const body = { work_id: nightNumber, progress: 'marked' }
      const put = await here.send('PUT', '/api/review?starOnly=false&progressOnly=true', { token, body })
      expect(put.statusCode).toBe(404)
      expect((await here.read(StrictList, '/api/search/Rain', token)).works.map(({ id }) => id)).toEqual([
        rainNumber,
      ])
    })
  }),
)
