/** A login that starts on one node can finish on another, once. A passkey removed on one node is invalid on both. */
import { api } from '@koedana/contract/api.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onTwoNodes, startTwoNodes, type TwoNodes } from '../../testing/two-nodes.ts'
import { createAuthenticator } from './testing/authenticator.ts'
import { rejectionOf } from './testing/ceremonies.ts'

onTwoNodes(() => {
  let nodes: TwoNodes
  beforeAll(async () => {
    nodes = await startTwoNodes()
  })
  afterAll(() => nodes.close())

  test('both ceremonies', async () => {
    const { one, other, followed } = nodes
    const haruka = await one.signIn({ password: 'lantern moss 7' })
    const elsewhere = other.bearing(haruka.token)
    const phone = createAuthenticator()
    const begun = await haruka.call(api.beginPasskey, { body: {} })
    const credential = phone.create(begun.options)
    const made = { ceremony: begun.ceremony, name: 'phone', credential }
    const { id } = await elsewhere(api.addPasskey, { body: made })
    expect(await rejectionOf(haruka.call(api.addPasskey, { body: made }))).toMatchObject({ status: 422 })

    const { ceremony, options } = await one.call(api.beginPasskeySignIn, {})
    const body = { ceremony, credential: phone.get(options) }
    const both = await Promise.all(
      [one, other].map(({ call }) => call(api.signInByPasskey, { body }).catch(() => undefined)),
    )
    const signedIn = both.filter((result) => result !== undefined)
    expect(signedIn).toHaveLength(1)
    const came = other.bearing(signedIn[0]?.token ?? '')
    expect((await came(api.getMe, {})).user.id).toBe(haruka.user.id)

    await haruka.call(api.removePasskey, { params: { id } })
    await followed()
    await expect(came(api.getMe, {})).rejects.toMatchObject({ status: 401 })
  })
})
