import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  beforeEach(async () => {
    w = await startTestServer(engine)
    admin = await w.signIn({ username: 'warden', role: roleOf.admin })
  })
  afterEach(() => w.close())

  const enter = (names: readonly string[]) =>
    Promise.all(names.map((username) => w.signIn({ username, ageRestriction: 'r18' })))
  const idsOf = (people: readonly SignedInPerson[]) => people.map(({ user }) => user.id)
  const administered = async () =>
    (await admin.call(api.listAudit, { query: { act: 'administered' } })).items.map(({ detail }) => detail)
  const statusOf = (person: SignedInPerson) =>
    person.call(api.getMe, {}).then(
      () => 200,
      (error) => error.status,
    )

  test('many are disabled and let in again, and their sessions end at once', async () => {
    const people = await enter(['haruka', 'midori', 'sayo'])
    const [haruka, midori] = people
    const ids = idsOf(people)
    const disable = { act: 'setStatus', ids, status: 'disabled' } as const
    expect(await admin.call(api.actOnUsers, { body: disable })).toEqual({ done: 3, left: [] })
    expect(await Promise.all(people.map(statusOf))).toEqual([401, 401, 401])
    const listed = await admin.call(api.listUsers, { query: { status: 'disabled' } })
    expect(listed.total).toBe(3)
    await admin.call(api.actOnUsers, { body: { ...disable, ids: ids.slice(1), status: 'active' } })
    expect((await admin.call(api.listUsers, { query: { status: 'disabled' } })).items).toMatchObject([
      { id: haruka?.user.id },
    ])
    expect(await administered()).toEqual(
      expect.arrayContaining([
        `PATCH /admin/users/${haruka?.user.id} (haruka) status=disabled`,
        `PATCH /admin/users/${midori?.user.id} (midori) status=active`,
        'POST /admin/users/acts act=setStatus ids:3 status=disabled',
      ]),
    )
  })

  test('a ceiling is set for many, and each is asked to sign in again', async () => {
    const people = await enter(['haruka', 'midori'])
    const body = { act: 'setCeiling', ids: idsOf(people), ageRestriction: 'r15' } as const
    expect(await admin.call(api.actOnUsers, { body })).toEqual({ done: 2, left: [] })
    expect(await Promise.all(people.map(statusOf))).toEqual([401, 401])
    for (const id of body.ids)
      expect(await admin.call(api.getUser, { params: { id } })).toMatchObject({ ageRestriction: 'r15' })
  })

  test('what is removed is written down by its name, and what is gone is said', async () => {
    const people = await enter(['haruka', 'midori'])
    const [first = '', second = ''] = idsOf(people)
    const body = { act: 'delete', ids: [first, second, first, 'nobody'] } as const
    expect(await admin.call(api.actOnUsers, { body: { ...body, ids: [...body.ids] } })).toEqual({
      done: 2,
      left: [{ id: 'nobody', username: null, reason: 'gone' }],
    })
    expect(await administered()).toEqual(
      expect.arrayContaining([
        `DELETE /admin/users/${first} (haruka)`,
        `DELETE /admin/users/${second} (midori)`,
        'POST /admin/users/acts act=delete ids:4',
      ]),
    )
    expect((await admin.call(api.listUsers, {})).total).toBe(1)
  })

  test('nobody acts on themselves, and the last administrator stays, also when two act on each other', async () => {
    const other = await w.signIn({ username: 'keeper', role: roleOf.admin })
    const ids = [admin.user.id, other.user.id]
    for (const body of [
      { act: 'delete', ids },
      { act: 'setStatus', ids, status: 'disabled' },
      { act: 'setCeiling', ids, ageRestriction: 'all' },
    ] as const) {
      const own = { id: admin.user.id, username: 'warden', reason: 'ownAccount' }
      const { left } = await admin.call(api.actOnUsers, { body: { ...body, ids: [admin.user.id] } })
      expect(left).toEqual([own])
    }
    const results = await Promise.allSettled(
      [admin, other].map((by) => by.call(api.actOnUsers, { body: { act: 'delete', ids } })),
    )
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    const still = await w.deps.write.selectFrom('user').select('username').where('role', '=', 3).execute()
    expect(still).toHaveLength(1)
  })

  test.each([
    { act: 'delete', ids: [] },
    { act: 'delete', ids: Array.from({ length: 501 }, (_, at) => `id-${at}`) },
    { act: 'delete', ids: ['../x'] },
    { act: 'setRole', ids: ['a'], role: 3 },
    { act: 'setStatus', ids: ['a'], status: 'gone' },
    { act: 'setCeiling', ids: ['a'] },
  ])('%j is refused before anything is done', async (payload) => {
    const headers = { authorization: `Bearer ${admin.token}` }
    const url = '/api/v3/admin/users/acts'
    expect((await w.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(400)
    expect(await administered()).toEqual([])
  })

  test('only administrators act', async () => {
    const member = await w.signIn({ username: 'haruka' })
    const body = { act: 'delete', ids: [member.user.id] } as const
    await expect(
      member.call(api.actOnUsers, { body: { ...body, ids: [...body.ids] } }),
    ).rejects.toMatchObject({ status: 403 })
    await expect(w.call(api.actOnUsers, { body: { ...body, ids: [...body.ids] } })).rejects.toMatchObject({
      status: 401,
    })
  })
})
