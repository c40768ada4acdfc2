/** Open registration requires no key, but a given key is redeemed. */
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachOpenMode } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

eachOpenMode((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
  })
  afterEach(() => w.close())

  test('a key that is given although none is required is redeemed all the same', async () => {
    const register = (username: string, more: { key?: string } = {}) =>
      w.call(api.register, { body: { username, password: 'lantern moss 7', ...more } })
    const admin = await w.signIn({ role: roleOf.admin })
    await admin.call(api.updateSiteSettings, { body: { registration: 'open', newAccountCeiling: 'r15' } })
    const { items } = await admin.call(api.createKeys, { body: { count: 1, ceiling: 'r18' } })
    const key = items[0]?.code ?? ''
    expect((await register('haruka', { key })).user.ageRestriction).toBe('r18')
    const refused = { status: 422, body: { code: 'keyRefused' } }
    await expect(register('midori', { key })).rejects.toMatchObject(refused)
    await expect(register('midori', { key: 'NOPE' })).rejects.toMatchObject(refused)
    expect(await w.deps.db.selectFrom('redemption').select('key').execute()).toHaveLength(1)
    // An empty form field counts as no key.
    expect((await register('midori', { key: ' ' })).user.ageRestriction).toBe('r15')
  })
})
