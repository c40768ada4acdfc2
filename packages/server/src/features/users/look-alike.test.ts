import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migration as nameSkeletons } from '../../db/migrations/0012-name-skeletons.ts'
import { migration as nameLooks } from '../../db/migrations/0015-name-looks.ts'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'

const password = 'lantern moss 7'
const taken = { status: 409, body: { code: 'usernameTaken' } }

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  beforeEach(async () => {
    w = await startTestServer(engine)
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

  const lookAlikes = [
    ['alice', 'aIice'],
    ['ISIS', 'lSlS'],
    ['Bill', 'BiIl'],
    ['admin', 'ADMlN'],
    ['sam', 'ЅАМ'],
    ['BOSS1', 'ВОЅЅ1'],
    ['TOM', 'ТОМ'],
    ['I1l', 'l1I'],
    ['moss', 'moss\u0337'],
    ['boss', 'b\u0335oss'],
    ['loss', 'loss\u{1d165}'],
    ['toss', 'toss\u0345'],
    ['FOSS', 'f\u0e38oss'],
  ] as const

  test('capitals and marks make no name that looks new', async () => {
    await register('alina')
    await expect(register('aIina')).rejects.toMatchObject(taken)
    for (const [name] of lookAlikes) await create(name)
    const others = lookAlikes.map(([, other]) => other)
    for (const other of [...others, 'АLICE', 'ADМIN', 'lll', 'tom', 'BOSS\u0337'])
      expect([other, await create(other).catch(({ status }) => status)]).toEqual([other, 409])
  })

  test('nor is the name free that they look like', async () => {
    for (const [, other] of lookAlikes) await create(other)
    for (const name of [...lookAlikes.map(([one]) => one), 'AlICE', '\u0180oss'])
      expect([name, await create(name).catch(({ status }) => status)]).toEqual([name, 409])
  })

  test('names that look different are all free', async () => {
    const names = [
      'anna',
      'hanna',
      'bill',
      'bell',
      'Alla',
      'ALIA',
      'lia',
      'Ila',
      'Elia',
      'Ella',
      'Анна',
      'Яна',
    ]
    for (const name of [...names, 'कमल', 'कुमल', 'สมชาย', 'สุมชาย', 'がくと', 'かくと', 'José', 'Jose'])
      await expect(register(name)).resolves.toBeDefined()
  })

  test('Ian is refused beside Lan, who is lan as well, and may be ian', async () => {
    await register('Lan')
    await expect(register('Ian')).rejects.toMatchObject(taken)
    await expect(register('ian')).resolves.toBeDefined()
  })

  test('one may take a name that looks like the own', async () => {
    const { call } = await w.signIn({ username: 'user1' })
    await expect(call(api.updateAccount, { body: { username: 'userl' } })).resolves.toMatchObject({
      username: 'userl',
    })
    await expect(register('user1')).rejects.toMatchObject(taken)
    await expect(register('user2')).resolves.toBeDefined()
  })

  test('of two who want names that look alike at once, one gets it', async () => {
    const responses = await Promise.allSettled([register('mіdori'), register('midori')])
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('accounts from before are compared too', async () => {
    const { write } = w.deps
    await w.signIn({ username: 'ISIS' })
    for (const column of ['name_skeleton', 'name_skeleton_typed', 'name_skeleton_capital']) {
      await write.schema.dropIndex(`user_${column}`).execute()
      await write.schema.alterTable('user').dropColumn(column).execute()
    }
    await nameSkeletons().up(write)
    await nameLooks().up(write)
    for (const alike of ['wаrden', 'WАRDEN', 'lSlS'])
      await expect(register(alike)).rejects.toMatchObject(taken)
  })
})
