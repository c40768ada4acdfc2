import type { FeedWork } from '@koedana/contract/feed.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { startTestServer, type World } from '../../../testing/test-server.ts'

const voice = { id: 'v1', name: '朝倉ひなた', kana: 'あさくらひなた' }
const works: FeedWork[] = [
  { id: 'RJ01800001', name: '風鈴の音', kana: 'ふうりんのおと', ageCategory: 'all', artists: [voice] },
  { id: 'RJ01800002', name: '雪の便り', ageCategory: 'all', genres: [{ id: 'n1', name: '睡眠' }] },
]

eachEngine((engine) => {
  let here: World
  beforeEach(async () => {
    here = await startTestServer(engine)
    await here.make(works)
  })
  afterEach(() => here.close())

  const found = async (q: string) =>
    (await here.call(listWorks, { query: { q, sort: 'relevance' } })).items.map(({ id }) => id)

  test('a renamed work is found by its new name and no more by the old one', async () => {
    expect(await found('ふうりん')).toEqual(['RJ01800001'])
    await here.make([{ id: 'RJ01800001', name: '水琴窟', kana: 'すいきんくつ' }])
    expect(await found('風鈴')).toEqual([])
    expect(await found('ふうりん')).toEqual([])
    expect(await found('水琴')).toEqual(['RJ01800001'])
    expect(await found('suikin')).toEqual(['RJ01800001'])
    expect(await found('朝倉')).toEqual(['RJ01800001'])
  })

  test('a new work and a name in another language are found at once', async () => {
    await here.make([
      { id: 'RJ01800003', name: '雪の朝', ageCategory: 'all', sales: 5 },
      { id: 'RJ01800002', names: { 'en-US': 'Letters in Snow' } },
    ])
    expect(await found('雪の')).toEqual(['RJ01800003', 'RJ01800002'])
    expect(await found('letters')).toEqual(['RJ01800002'])
  })

  test('a renamed artist or genre is found by the new name at all its works', async () => {
    await here.make([
      {
        id: 'RJ01800002',
        artists: [{ id: 'v1', name: '夕凪ひなた', kana: 'ゆうなぎひなた' }],
        genres: [{ id: 'n1', name: '睡眠', names: { 'en-US': 'Sleep Aid' } }],
      },
    ])
    expect(await found('夕凪')).toEqual(['RJ01800001', 'RJ01800002'])
    expect(await found('朝倉')).toEqual([])
    expect(await found('sleep aid')).toEqual(['RJ01800002'])
  })

  test('a work that loses a genre is no more found by it', async () => {
    expect(await found('睡眠')).toEqual(['RJ01800002'])
    await here.make([{ id: 'RJ01800002', genres: [] }])
    expect(await found('睡眠')).toEqual([])
  })

  test('a work that becomes hidden is found by nothing', async () => {
    await here.make([{ id: 'RJ01800001', ageCategory: 'r18' }])
    for (const q of ['風鈴', 'ふうりん', '朝倉', 'RJ01800001', '01800001']) expect(await found(q)).toEqual([])
  })
})
