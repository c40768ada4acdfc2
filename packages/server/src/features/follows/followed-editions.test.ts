import { api } from '@koedana/contract/api.ts'
import { expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'

eachEngine((engine) => {
  test('editions of one work come once, whatever each is followed by', async () => {
    const here = await startTestServer(engine)
    await here.make([
      {
        ...{ id: 'RJ90000011', name: '夜', ageCategory: 'all', languages: ['JPN'] },
        maker: { id: 'm1', name: 'House' },
      },
      {
        ...{ id: 'RJ90000012', name: 'Night', ageCategory: 'all', languages: ['ENG'] },
        ...{ editionOf: 'RJ90000011', artists: [{ id: 'a1', name: 'Guest' }] },
      },
    ])
    const { call } = await here.signIn()
    await call(api.follow, { params: { kind: 'makers', id: 'm1' } })
    await call(api.follow, { params: { kind: 'artists', id: 'a1' } })
    const { items } = await call(api.listFollowedWorks, {})
    expect(items.map(({ title }) => title)).toEqual(['Night'])
    await here.close()
  })
})
