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

  test('a stream ends with the door and with the app password, in its midst', async () => {
    const { signIn, deps } = here.world
    const admin = await signIn({ role: roleOf.admin })
    const open = (subsonic: boolean) => admin.call(api.updateSiteSettings, { body: { doors: { subsonic } } })
    await open(true)
    const owner = await signIn({ username: 'listener' })
    const made = await owner.call(api.createAppPassword, { body: { name: 'phone', scopes: ['subsonic'] } })
    const { id } = await deps.db.selectFrom('track').select('id').executeTakeFirstOrThrow()
    const url = `/rest/stream?apiKey=${made.password}&id=tr-${id}`
    expect(await here.endsEarly(url, () => open(false))).toBe(true)
    await open(true)
    const revoke = () => owner.call(api.revokeAppPassword, { params: { id: made.id } })
    expect(await here.endsEarly(url, revoke)).toBe(true)
  })
})
