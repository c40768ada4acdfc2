import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nameSkeletons } from '../../db/migrations/0012-name-skeletons.ts'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, type World, world } from '../../testing/world.ts'

const password = 'lantern moss 7'
const taken = { status: 409, body: { code: 'usernameTaken' } }

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  beforeEach(async () => {
    w = await world(engine)
    admin = await w.signIn({ username: 'warden', role: roleOf.admin })
    await admin.call(api.updateSiteSettings, { body: { registration: 'open' } })
  })
  afterEach(() => w.close())

  const register = (username: string) => w.call(api.register, { body: { username, password } })
  const create = (username: string) =>
    admin.call(api.createUser, { body: { username, password, role: 1, ageRestriction: 'all' } })

  test.each(['wаrden', 'ｗarden', 'ｗаrdеn', 'vvarden'.replace('vv', 'ԝ')])(
    'nobody becomes %s where there is warden',
    async (alike) => {
      await expect(register(alike)).rejects.toMatchObject(taken)
      await expect(create(alike)).rejects.toMatchObject(taken)
      const other = await w.signIn({ username: 'haruka' })
      await expect(other.call(api.updateAccount, { body: { username: alike } })).rejects.toMatchObject(taken)
      const params = { id: other.user.id }
      const rename = admin.call(api.updateUser, { params, body: { username: alike } })
      await expect(rename).rejects.toMatchObject(taken)
    },
  )

  test('one may take a name that looks like the own', async () => {
    const { call } = await w.signIn({ username: 'user1' })
    await expect(call(api.updateAccount, { body: { username: 'userl' } })).resolves.toMatchObject({
      username: 'userl',
    })
    await expect(register('user1')).rejects.toMatchObject(taken)
    await expect(register('user2')).resolves.toBeDefined()
  })

  test('of two who want names that look alike at once, one gets it', async () => {
    const answers = await Promise.allSettled([register('mіdori'), register('midori')])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('accounts from before are compared too', async () => {
    const { write } = w.deps
    await write.schema.dropIndex('user_name_skeleton').execute()
    await write.schema.alterTable('user').dropColumn('name_skeleton').execute()
    await nameSkeletons().up(write)
    await expect(register('wаrden')).rejects.toMatchObject(taken)
  })
})
