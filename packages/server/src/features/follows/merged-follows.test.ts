import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
    await w.make([
      { id: 'RJ90000001', name: 'one', ageCategory: 'all', maker: { id: 'm1', name: 'House' } },
      { id: 'RJ90000002', name: 'two', ageCategory: 'all', maker: { id: 'm2', name: 'HOUSE' } },
    ])
  })
  afterEach(() => w.close())

  test('somebody who follows a spelling that was merged away follows the other one, once', async () => {
    const { call } = await w.signIn()
    const admin = await w.signIn({ role: roleOf.admin })
    await call(api.follow, { params: { kind: 'makers', id: 'm2' } })
    await admin.call(api.mergeEntity, { params: { kind: 'makers', id: 'm2' }, body: { into: 'm1' } })
    await w.deps.catalogue.caughtUp()
    await call(api.follow, { params: { kind: 'makers', id: 'm1' } })
    const { items } = await call(api.listFollows, {})
    expect(items).toMatchObject([{ kind: 'makers', id: 'm1', name: 'House', workCount: 2 }])
    const works = await call(api.listFollowedWorks, {})
    expect(works.items.map(({ title }) => title).sort()).toEqual(['one', 'two'])
    await call(api.unfollow, { params: { kind: 'makers', id: 'm1' } })
    expect(await w.deps.db.selectFrom('follow').selectAll().execute()).toEqual([])
  })
})
