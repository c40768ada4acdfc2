/** Changes to a token on one node take effect on the other, which has it cached. */
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedInPerson } from '../../testing/test-server.ts'
import { onTwoNodes, startTwoNodes, type TwoNodes } from '../../testing/two-nodes.ts'

onTwoNodes(() => {
  let nodes: TwoNodes
  let admin: SignedInPerson
  beforeAll(async () => {
    nodes = await startTwoNodes()
    admin = await nodes.one.signIn({ role: roleOf.admin })
  })
  afterAll(() => nodes.close())

  const invalid = { status: 401, body: { code: 'apiTokenInvalid' } }

  test.each(['revoked', 'disabled', 'deleted', 'logged out'] as const)('%s', async (end) => {
    const { one, other, followed } = nodes
    const owner = await one.signIn()
    const body = { name: 'script', scope: 'read' } as const
    const { id, token } = await owner.call(api.createApiToken, { body })
    const elsewhere = other.bearing(token)
    expect((await elsewhere(api.getAccount, {})).id).toBe(owner.user.id)
    const params = { id: owner.user.id }
    if (end === 'revoked') await owner.call(api.revokeApiToken, { params: { id } })
    if (end === 'disabled') await admin.call(api.updateUser, { params, body: { status: 'disabled' } })
    if (end === 'deleted') await admin.call(api.deleteUser, { params })
    if (end === 'logged out') await owner.call(api.endOtherSessions, { query: { apiTokens: true } })
    await followed()
    await expect(elsewhere(api.getAccount, {})).rejects.toMatchObject(invalid)
  })
})
