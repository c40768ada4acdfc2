import { api } from '@koedana/contract/api.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { maxFollows } from '@koedana/contract/follows.ts'
import { type FollowedKind, roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chunksOf } from '../../db/statements.ts'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'

const maker = { id: 'm1', name: 'House' }
const artist = { id: 'a1', name: 'Voice' }
const works: FeedWork[] = [
  { id: 'RJ90000001', name: 'one', ageCategory: 'all', maker, releaseDate: '2026-01-01' },
  { id: 'RJ90000002', name: 'two', ageCategory: 'all', artists: [artist], releaseDate: '2026-01-03' },
  { id: 'RJ90000003', name: 'both', ageCategory: 'all', maker, artists: [artist], releaseDate: '2026-01-02' },
  { id: 'RJ90000004', name: 'mist', ageCategory: 'r15', maker, releaseDate: '2026-01-04' },
  { id: 'RJ90000005', name: 'undated', ageCategory: 'all', series: { id: 's1', name: 'Nights' } },
  { id: 'RJ90000006', name: 'dark', ageCategory: 'r18', artists: [{ id: 'a2', name: 'Hidden' }] },
  { id: 'RJ90000007', name: 'other', ageCategory: 'all', maker: { id: 'm2', name: 'Else' } },
]
const none = { makers: [], series: [], artists: [], illustrators: [], genres: [] }

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
    await w.make(works)
  })
  afterEach(() => w.close())

  const follow = ({ call }: SignedInPerson, kind: FollowedKind, id: string) =>
    call(api.follow, { params: { kind, id } })
  const followed = async ({ call }: SignedInPerson) =>
    (await call(api.listFollows, {})).items.map(({ kind, id, workCount }) => `${kind} ${id} ${workCount}`)
  const newest = async ({ call }: SignedInPerson, query = {}) =>
    (await call(api.listFollowedWorks, { query })).items.map(({ title }) => title)

  test('are listed once each, the latest first, and are nobody else’s', async () => {
    const [me, other] = [await w.signIn(), await w.signIn()]
    for (const [kind, id] of [
      ['makers', 'm1'],
      ['artists', 'a1'],
      ['makers', 'm1'],
    ] as const) {
      await follow(me, kind, id)
    }
    expect(await followed(me)).toEqual(['artists a1 2', 'makers m1 2'])
    expect((await me.call(api.listFollows, {})).items[0]).toMatchObject({ name: 'Voice' })
    expect(await followed(other)).toEqual([])
    await other.call(api.unfollow, { params: { kind: 'makers', id: 'm1' } })
    await me.call(api.unfollow, { params: { kind: 'artists', id: 'm1' } })
    expect(await followed(me)).toHaveLength(2)
    await me.call(api.unfollow, { params: { kind: 'makers', id: 'm1' } })
    expect(await followed(me)).toEqual(['artists a1 2'])
  })

  test('their works come by release date, once each, without those that are hidden', async () => {
    const me = await w.signIn()
    expect(await newest(me)).toEqual([])
    await follow(me, 'makers', 'm1')
    expect(await newest(me)).toEqual(['both', 'one'])
    await follow(me, 'series', 's1')
    await follow(me, 'artists', 'a1')
    expect(await newest(me)).toEqual(['two', 'both', 'one', 'undated'])
    expect(await newest(me, { hiddenArtists: ['a1'] })).toEqual(['one', 'undated'])
    const grown = await w.signIn({ ageRestriction: 'r15' })
    await follow(grown, 'makers', 'm1')
    expect(await newest(grown)).toEqual(['mist', 'both', 'one'])
  })

  test('of many works the newest 24 come', async () => {
    const days = Array.from({ length: 30 }, (_, at) => String(at + 1).padStart(2, '0'))
    await w.make(
      days.map((day) => ({
        id: `RJ91${day.padStart(6, '0')}`,
        name: `work ${day}`,
        ageCategory: 'all' as const,
        releaseDate: `2026-06-${day}`,
        ...(Number(day) % 2 === 0 ? { maker } : { artists: [artist] }),
      })),
    )
    const me = await w.signIn()
    await follow(me, 'makers', 'm1')
    await follow(me, 'artists', 'a1')
    expect(await newest(me)).toEqual(
      days
        .toReversed()
        .slice(0, 24)
        .map((day) => `work ${day}`),
    )
  })

  test('what is hidden or unknown is not found, as if it were not there', async () => {
    const me = await w.signIn()
    for (const [kind, id] of [
      ['artists', 'a2'],
      ['artists', 'nobody'],
      ['makers', 'a1'],
    ] as const) {
      await expect(follow(me, kind, id)).rejects.toMatchObject({ status: 404 })
      await me.call(api.unfollow, { params: { kind, id } })
    }
    expect(await followed(me)).toEqual([])
  })

  test('what becomes hidden is left out, and is followed still when it is seen again', async () => {
    const me = await w.signIn()
    await follow(me, 'makers', 'm1')
    const save = (makers: { id: string }[]) =>
      me.call(api.saveSettings, {
        body: {
          policy: 'off',
          ageFilterMode: 'no_limit',
          filterDefaults: {},
          excluded: { ...none, makers },
        },
      })
    await save([{ id: 'm1' }])
    expect([await followed(me), await newest(me)]).toEqual([[], []])
    await save([])
    expect(await followed(me)).toEqual(['makers m1 2'])
    await w.make(works.filter((work) => work.maker).map(({ id }) => ({ id, ageCategory: 'r18' as const })))
    expect([await followed(me), await newest(me)]).toEqual([[], []])
  })

  test('what own choices alone hide of them is counted, and never what a ceiling hides', async () => {
    const me = await w.signIn({ ageRestriction: 'r15' })
    for (const [kind, id] of [
      ['makers', 'm1'],
      ['artists', 'a1'],
    ] as const) {
      await follow(me, kind, id)
    }
    expect(await me.call(api.listFollows, {})).not.toHaveProperty('hidden')
    const choices = { policy: 'off' as const, ageFilterMode: 'no_limit' as const, filterDefaults: {} }
    await me.call(api.saveSettings, {
      body: { ...choices, excluded: { ...none, makers: [{ id: 'm1' }] } },
    })
    const reported = await me.call(api.listFollows, {})
    expect([reported.items.map(({ id }) => id), reported.hidden]).toEqual([['a1'], 1])
    await w.make(works.filter((work) => work.maker).map(({ id }) => ({ id, ageCategory: 'r18' as const })))
    expect(await me.call(api.listFollows, {})).not.toHaveProperty('hidden')
  })

  test('a guest keeps them with a name and a password', async () => {
    await w.deps.site.save(w.deps.write, { registration: 'open' })
    await w.deps.site.refresh()
    const guest = await w.signIn({ role: roleOf.guest })
    await follow(guest, 'makers', 'm1')
    const body = { username: 'haruka', password: 'lantern moss 7' }
    const { token, user } = await guest.call(api.register, { body })
    expect(await followed({ user, token, call: w.bearing(token) })).toEqual(['makers m1 2'])
  })

  test('at most some thousands, and one that is followed already is no more', async () => {
    const me = await w.signIn()
    await follow(me, 'makers', 'm1')
    const { key } = await w.deps.db
      .selectFrom('user')
      .select('key')
      .where('id', '=', me.user.id)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: maxFollows - 1 }, (_, at) => ({
      user_key: key,
      kind: 'series' as const,
      entity_id: `gone ${at}`,
      followed_at: '2026-11-20T12:00:00.000Z',
    }))
    for (const some of chunksOf(rows, 500)) await w.deps.write.insertInto('follow').values(some).execute()
    await follow(me, 'makers', 'm1')
    await expect(follow(me, 'makers', 'm2')).rejects.toMatchObject({
      status: 422,
      body: { fields: { 'params.id': 'listTooLong' } },
    })
    await me.call(api.unfollow, { params: { kind: 'series', id: 'gone 3' } })
    await follow(me, 'makers', 'm2')
    expect(await followed(me)).toEqual(['makers m2 1', 'makers m1 2'])
  })

  test('an account that goes takes them along', async () => {
    const me = await w.signIn()
    await follow(me, 'makers', 'm1')
    const admin = await w.signIn({ role: roleOf.admin })
    await admin.call(api.deleteUser, { params: { id: me.user.id } })
    expect(await w.deps.db.selectFrom('follow').selectAll().execute()).toEqual([])
  })

  test('visitors follow nobody, and a kind that cannot be followed is not found', async () => {
    const params = { kind: 'makers' as const, id: 'm1' }
    const calls = [
      w.call(api.follow, { params }),
      w.call(api.unfollow, { params }),
      w.call(api.listFollows, {}),
      w.call(api.listFollowedWorks, {}),
    ]
    for (const refused of await Promise.allSettled(calls)) {
      expect(refused).toMatchObject({ status: 'rejected', reason: { status: 401 } })
    }
    const { token } = await w.signIn()
    for (const kind of ['genres', 'illustrators', 'users']) {
      const { statusCode } = await w.app.inject({
        method: 'PUT',
        url: `/api/v3/follows/${kind}/m1`,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(statusCode).toBe(404)
    }
  })
})
