// @module-tag large
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { startTestServer, type World } from '../../../testing/test-server.ts'
import { createTestLibrary, sound, type TestLibrary } from '../testing/library.ts'
import { createSpokenIndex } from './search/spoken-index.ts'

const [rain, star] = ['RJ334212', 'RJ334213']

eachEngine((engine) => {
  let w: World
  let library: TestLibrary
  beforeEach(async () => {
    w = await startTestServer(engine)
    library = createTestLibrary(w.deps.database)
    library.put(`${rain}/01 雨.wav`, sound('a', 3))
    library.put(`${rain}/01 雨.lrc`, '[offset:100]\n[00:00.50]雨のオトが好き\n[00:01.00]おやすみなさい')
    library.put(`${star}/01 星.wav`, sound('b', 3))
    library.put(
      `${star}/01 星.srt`,
      '1\n00:00:01,500 --> 00:00:01,900\n晚安，聽雨\n\n2\n00:00:02,000 --> 00:00:02,900\nおやすみ',
    )
    await scan()
  })
  afterEach(async () => {
    library.remove()
    await w.close()
  })

  async function scan(): Promise<void> {
    await library.scan()
    await w.deps.catalogue.caughtUp()
    await w.deps.spoken.complete()
  }

  const found = async (q: string, call: Call = w.call) => {
    const { items, total } = await call(api.searchLyrics, { query: { q } })
    return [total, ...items.map(({ work, startMs, text }) => `${work.id} ${startMs} ${text}`)]
  }

  test('a line is found with its work, track and second, as titles are: by folded parts and romaji', async () => {
    const { items, total, indexing } = await w.call(api.searchLyrics, { query: { q: '雨のおと' } })
    expect([total, indexing]).toEqual([1, false])
    expect(items).toMatchObject([
      {
        work: { id: rain },
        trackTitle: '雨',
        lang: 'ja',
        startMs: 400,
        text: '雨のオトが好き',
        match: { start: 0, end: 4 },
      },
    ])
    const [{ id: trackId = '' } = {}] = await library.tracks()
    expect(items[0]?.trackId).toBe(trackId)
    expect(await found('oyasumi')).toEqual([2, `${star} 2000 おやすみ`, `${rain} 900 おやすみなさい`])
    expect(await found('おやすみ -なさい')).toEqual([1, `${star} 2000 おやすみ`])
    expect(await found('听雨')).toEqual([1, `${star} 1500 晚安，聽雨`])
    for (const nothing of ['雨', '-雨の', '""', 'にゃんにゃん', '%_', 'x'.repeat(500)])
      expect(await found(nothing)).toEqual([0])
  })

  test('pages go on where the one before ended', async () => {
    const page = async (number: number) =>
      (await w.call(api.searchLyrics, { query: { q: 'おやすみ', page: number, pageSize: 1 } })).items.map(
        ({ work }) => work.id,
      )
    expect([await page(1), await page(2), await page(3)]).toEqual([[star], [rain], []])
  })

  test('what somebody may not see is neither found nor counted, and who may not listen finds nothing', async () => {
    const admin = await w.signIn({ role: roleOf.admin, ageRestriction: 'r18' })
    const member = await w.signIn({ ageRestriction: 'all' })
    await admin.call(api.updateWork, { params: { id: star }, body: { values: { ageCategory: 'r18' } } })
    expect(await found('おやすみ', member.call)).toEqual([1, `${rain} 900 おやすみなさい`])
    expect(await found('听雨', member.call)).toEqual([0])
    expect((await found('おやすみ', admin.call))[0]).toBe(2)
    await w.deps.site.save(w.deps.write, { visitorsMayListen: false })
    await w.deps.catalogue.caughtUp()
    await expect(found('おやすみ')).rejects.toMatchObject({ status: 403 })
  })

  test('lines that change, go and come back are found as they are now', async () => {
    library.put(`${rain}/01 雨.lrc`, '[00:00.50]海の声')
    await scan()
    expect(await found('雨のおと')).toEqual([0])
    expect(await found('海の')).toEqual([1, `${rain} 500 海の声`])
    rmSync(join(library.root, rain), { recursive: true })
    await library.scan({ acceptsLoss: true })
    await w.deps.catalogue.caughtUp()
    expect(await found('海の')).toEqual([0])
  })

  test('files of the index that are damaged, foreign or gone are made again', async () => {
    const { database, log } = w.deps
    const dataFolder = library.coversFolder
    const open = () => createSpokenIndex({ database, dataFolder, log })
    const lines = async () => {
      const index = open()
      await index.complete()
      const { texts } = await index.find([{ spellings: ['おやすみ'], isExcluded: false }])
      await index.close()
      return texts.reduce((sum, one) => sum + one.lines.length, 0)
    }
    expect(await lines()).toBe(2)
    const folder = join(dataFolder, 'spoken')
    const [name = ''] = readdirSync(folder)
    for (const bytes of ['', 'no segment', Buffer.alloc(4_000)]) {
      writeFileSync(join(folder, name), bytes)
      writeFileSync(join(folder, '9-99.spoken'), bytes)
      writeFileSync(join(folder, `${name}.new`), bytes)
      expect(await lines()).toBe(2)
      expect(readdirSync(folder)).toEqual([name])
    }
    rmSync(folder, { recursive: true })
    expect(await lines()).toBe(2)
  })
})
