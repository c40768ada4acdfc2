import type { FeedWork } from '@koedana/contract/feed.ts'
import { listSimilarWorks } from '@koedana/contract/similar.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const artist = { id: 'a1', name: '水瀬ことり' }
const some = (from: number, count: number): FeedWork[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `RJ9${String(from + at).padStart(7, '0')}`,
    name: `作品${String.fromCharCode(0x4e00 + from + at)}`,
    ageCategory: 'all',
  }))

eachEngine((engine) => {
  let here: World
  beforeEach(async () => {
    here = await startTestServer(engine)
    await here.make([
      ...some(100, 110),
      { id: 'RJ90000001', name: 'ホシノ図書館', ageCategory: 'all', artists: [artist] },
      { id: 'RJ90000002', name: '夜の部屋', ageCategory: 'all', artists: [artist] },
    ])
  })
  afterEach(() => here.close())

  test('a work that was written a moment ago is found, with the substring of the title that it shares', async () => {
    await here.make([{ id: 'RJ90000003', name: 'Hidden ほしの図書館', ageCategory: 'all' }])
    const { items } = await here.call(listSimilarWorks, { params: { id: 'RJ90000001' }, query: {} })
    expect(items.map(({ work, reasons }) => ({ id: work.id, reasons }))).toEqual(
      expect.arrayContaining([
        { id: 'RJ90000003', reasons: [{ kind: 'text', name: 'ほしの図書館' }] },
        { id: 'RJ90000002', reasons: [{ kind: 'artists', ...artist }] },
      ]),
    )
  })
})
