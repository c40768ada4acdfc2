import type { Locale } from '@koedana/contract/values.ts'
import { listWorks, suggest } from '@koedana/contract/works.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { startTestServer, type World } from '../../../testing/test-server.ts'
import { hiddenWork, relevanceWorks } from './testing/relevance-works.ts'

eachEngine((engine) => {
  let here: World
  beforeAll(async () => {
    here = await startTestServer(engine)
    await here.make([...Object.values(relevanceWorks), hiddenWork])
  })
  afterAll(() => here.close())

  const typed = (q: string, locale: Locale = 'en-US') => here.as(locale)(suggest, { query: { q } })

  test('an id in any spelling jumps to its work', async () => {
    for (const q of ['RJ245178', 'rj245178', ' ＲＪ２４５１７８ ', 'RE245178', 'rj00245178']) {
      expect((await typed(q)).jump).toBe('RJ245178')
    }
    expect((await typed('bj312045')).jump).toBe('BJ312045')
  })

  test('nothing jumps to a hidden work, an unknown one, or half an id', async () => {
    for (const q of [hiddenWork.id, 'RJ01799999', 'RJ24517', 'RJ245178 socks', '']) {
      expect((await typed(q)).jump).toBeNull()
    }
    expect(await typed(hiddenWork.id)).toEqual({ jump: null, works: [], entities: [] })
  })

  test('works are the head of what the search finds', async () => {
    for (const q of ['猫', 'ネコ', 'rain', 'rain walk', '图书', 'razio', 'ﾋﾀﾞﾏﾘ', '1964', 'ヒマリ']) {
      const { works } = await typed(q)
      const { items } = await here.call(listWorks, { query: { q, sort: 'relevance', pageSize: 100 } })
      expect(works.length).toBeGreaterThan(0)
      expect(works).toEqual(items.slice(0, works.length))
    }
  })

  test('entities are found by name, reading and romaji, with the works they have', async () => {
    const kotori = { kind: 'artists', id: 'p1', name: '水瀬ことり', workCount: 2 }
    for (const q of ['水瀬', '水濑', 'ミナセ', 'minase', 'コトリ']) {
      expect((await typed(q)).entities).toContainEqual(kotori)
    }
    const maker = { kind: 'makers', id: 'RG60002', name: 'Rain House', workCount: 1 }
    expect((await typed('ＲＡＩＮ ｈ')).entities).toEqual([maker])
    const series = { kind: 'series', id: 's1', name: '駅前ものがたり', workCount: 2 }
    expect((await typed('驿前')).entities).toEqual([series])
    const illustrator = { kind: 'illustrators', id: 'p7', name: '藤沢えみ', workCount: 1 }
    expect((await typed('huzisawa')).entities).toEqual([illustrator])
  })

  test('genres are found in every language and named in the one of the reader', async () => {
    for (const q of ['癒し', '治愈', 'heal']) {
      expect((await typed(q)).entities).toEqual([{ kind: 'genres', id: 'g1', name: 'Healing', workCount: 2 }])
      expect((await typed(q, 'zh-CN')).entities).toEqual([
        { kind: 'genres', id: 'g1', name: '治愈', workCount: 2 },
      ])
    }
  })

  test('entities that have only hidden works are not suggested', async () => {
    const { entities } = await typed('猫')
    expect(entities.map(({ id }) => id)).toEqual(['p5'])
    expect((await typed('隠れ家')).entities).toEqual([])
  })
})
