import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type Streaming, streaming } from '../../library/testing/streaming.ts'

eachEngine((engine) => {
  let here: Streaming
  beforeEach(async () => {
    here = await streaming(engine, { hasDoors: true })
  })
  afterEach(() => here.close())

  test('what takes the right away ends a stream of a door: revocation, the end of the session, the door', async () => {
    const { app, signIn } = here.world
    const admin = await signIn({ role: roleOf.admin })
    const open = (kikoeru: boolean) => admin.call(api.updateSiteSettings, { body: { doors: { kikoeru } } })
    await open(true)
    const owner = await signIn({ username: 'listener' })
    const made = await owner.call(api.createAppPassword, { body: { name: 'phone', scopes: ['kikoeru'] } })
    const enter = async () => {
      const payload = { name: 'listener', password: made.password }
      const response = await app.inject({ method: 'POST', url: '/kikoeru/api/auth/me', payload })
      const { token }: { token: string } = response.json()
      const headers = { authorization: `Bearer ${token}` }
      const { id } = await here.world.deps.db.selectFrom('track').select('id').executeTakeFirstOrThrow()
      return { headers, url: `/kikoeru/api/media/stream/90000001/${id}?token=${token}` }
    }
    const [first, second, third] = [await enter(), await enter(), await enter()]
    const logout = () =>
      app.inject({ method: 'POST', url: '/kikoeru/api/auth/logout', headers: first.headers })
    expect(await here.endsEarly(first.url, logout)).toBe(true)
    expect(await here.endsEarly(second.url, () => open(false))).toBe(true)
    await open(true)
    const revoke = () => owner.call(api.revokeAppPassword, { params: { id: made.id } })
    expect(await here.endsEarly(third.url, revoke)).toBe(true)
    expect(await here.statusOf(third.url)).toBe(401)
  })
})
