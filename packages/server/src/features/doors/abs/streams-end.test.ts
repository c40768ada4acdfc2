import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type Streaming, streamedWorkId, streaming } from '../../library/testing/streaming.ts'

eachEngine((engine) => {
  let here: Streaming
  beforeEach(async () => {
    here = await streaming(engine, { hasDoors: true })
  })
  afterEach(() => here.close())

  test('what takes the right away ends a sound in its midst, by whatever address it is heard', async () => {
    const { app, signIn, deps } = here.world
    const admin = await signIn({ role: roleOf.admin })
    const open = (abs: boolean) => admin.call(api.updateSiteSettings, { body: { doors: { abs } } })
    await open(true)
    const owner = await signIn({ username: 'listener' })
    const make = () => owner.call(api.createAppPassword, { body: { name: 'phone', scopes: ['abs'] } })
    const { id: file } = await deps.db.selectFrom('track').select('id').executeTakeFirstOrThrow()
    const enter = async (password: string) => {
      const payload = { username: 'listener', password }
      const { user } = (await app.inject({ method: 'POST', url: '/abs/login', payload })).json()
      const headers = { authorization: `Bearer ${user.token}` }
      const play = `/abs/api/items/${streamedWorkId}/play`
      const { id } = (await app.inject({ method: 'POST', url: play, headers, payload: {} })).json()
      const item = `/abs/api/items/${streamedWorkId}`
      return {
        headers,
        id,
        urls: [
          `${item}/file/${file}?token=${user.token}`,
          `${item}/download?token=${user.token}`,
          `/abs/public/session/${id}/track/1`,
        ] as const,
      }
    }
    for (const at of [0, 1, 2] as const) {
      const made = await make()
      const { headers, urls } = await enter(made.password)
      const logout = () => app.inject({ method: 'POST', url: '/abs/logout', headers })
      expect(await here.endsEarly(urls[at], logout), urls[at]).toBe(true)
      const again = (await enter(made.password)).urls[at]
      expect(await here.endsEarly(again, () => open(false)), again).toBe(true)
      expect(await here.statusOf(again)).toBe(404)
      await open(true)
      const revoke = () => owner.call(api.revokeAppPassword, { params: { id: made.id } })
      expect(await here.endsEarly(again, revoke), again).toBe(true)
      expect(await here.statusOf(again)).toBe(401)
    }
    for (const said of [{ currentTime: 1, timeListened: 1 }, {}]) {
      const { headers, urls, id } = await enter((await make()).password)
      const url = `/abs/api/session/${id}/close`
      const close = () => app.inject({ method: 'POST', url, headers, payload: said })
      expect(await here.endsEarly(urls[2], close)).toBe(true)
      expect(await here.statusOf(urls[2])).toBe(401)
      // The app continues with the URLs of the files.
      expect(await here.statusOf(urls[0])).toBe(200)
    }
  })
})
