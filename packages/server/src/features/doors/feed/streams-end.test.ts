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

  test('an episode ends with the door, the app password and the account, in its midst', async () => {
    const { signIn, deps } = here.world
    const admin = await signIn({ role: roleOf.admin })
    const open = (feed: boolean) => admin.call(api.updateSiteSettings, { body: { doors: { feed } } })
    await open(true)
    const owner = await signIn({ username: 'listener' })
    const { id: file } = await deps.db.selectFrom('track').select('id').executeTakeFirstOrThrow()
    const make = () => owner.call(api.createAppPassword, { body: { name: 'podcasts', scopes: ['feed'] } })
    const urlOf = (secret: string) => `/feeds/${secret}/sound/${streamedWorkId}/${file}.mp3`
    const made = await make()
    expect(await here.endsEarly(urlOf(made.password), () => open(false))).toBe(true)
    await open(true)
    const revoke = () => owner.call(api.revokeAppPassword, { params: { id: made.id } })
    expect(await here.endsEarly(urlOf(made.password), revoke)).toBe(true)
    expect(await here.statusOf(urlOf(made.password))).toBe(401)
    const disable = () =>
      admin.call(api.updateUser, { params: { id: owner.user.id }, body: { status: 'disabled' } })
    expect(await here.endsEarly(urlOf((await make()).password), disable)).toBe(true)
  })
})
