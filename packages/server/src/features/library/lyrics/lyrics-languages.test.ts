import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createCatalogue } from '@koedana/catalogue/catalogue.ts'
import { openFilter } from '@koedana/catalogue/model/query.ts'
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { type LyricsLanguage, roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildInThread } from '../../../testing/build-in-thread.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { startTestServer, type World } from '../../../testing/test-server.ts'
import { createTestLibrary, sound, type TestLibrary } from '../testing/library.ts'

const [both, chinese, korean, silent] = ['RJ334212', 'RJ334213', 'RJ334214', 'RJ334215']

eachEngine((engine) => {
  let w: World
  let library: TestLibrary
  beforeEach(async () => {
    w = await startTestServer(engine)
    library = createTestLibrary(w.deps.database)
    for (const [at, work] of [both, chinese, korean, silent].entries())
      library.put(`${work}/01.wav`, sound(String(at), 3))
    library.put(`${both}/01.ja.lrc`, '[00:00.50]雨の音が好き')
    library.put(`${both}/01.zh-cn.lrc`, '[00:00.50]我喜欢雨声')
    library.put(`${chinese}/01.srt`, '1\n00:00:01,500 --> 00:00:01,900\n晚安，听雨的声音')
    library.put(`${korean}/01.lrc`, '[00:00.50]빗소리가 좋아요')
    await scan()
  })
  afterEach(async () => {
    library.remove()
    await w.close()
  })

  async function scan(): Promise<void> {
    await library.scan({ acceptsLoss: true })
    await w.deps.catalogue.caughtUp()
  }

  const inLanguages = async (lyricsLanguages: LyricsLanguage[], call: Call = w.call) =>
    (await call(api.listWorks, { query: { lyricsLanguages } })).items.map(({ id }) => id).sort()
  const counted = async (query: { lyricsLanguages?: LyricsLanguage[] } = {}, call: Call = w.call) => {
    const facets = await call(api.getFacets, { query: { ...query, facets: ['lyricsLanguages'] } })
    return [
      facets.total,
      Object.fromEntries(facets.lyricsLanguages?.map((one) => [one.value, one.count]) ?? []),
    ]
  }

  test('works are found and counted by the languages in which they can be read along', async () => {
    expect(await inLanguages(['ja'])).toEqual([both])
    expect(await inLanguages(['zh'])).toEqual([both, chinese])
    expect(await inLanguages(['en'])).toEqual([])
    expect(await inLanguages(['ja', 'other'])).toEqual([both, korean])
    expect(await counted()).toEqual([4, { zh: 2, ja: 1, other: 1 }])
    // A facet ignores its own selection, so the other languages keep their counts.
    expect(await counted({ lyricsLanguages: ['ja'] })).toEqual([1, { zh: 2, ja: 1, other: 1 }])
  })

  test('a generation that is built anew has the same as the changes over the one before', async () => {
    const viewer = { ages: 0b1110, excluded: [], locale: 'ja-JP' } as const
    const catalogue = createCatalogue(await buildInThread(w.deps.database.location))
    const facets = catalogue.facets({ filter: openFilter, lyricsLanguages: true }, viewer)
    expect([...(facets.lyricsLanguages ?? [])]).toEqual([2, 1, 0, 1])
  })

  test('what somebody may not see is in no list and no count', async () => {
    const admin = await w.signIn({ role: roleOf.admin, ageRestriction: 'r18' })
    const member = await w.signIn({ ageRestriction: 'all' })
    await admin.call(api.updateWork, { params: { id: chinese }, body: { values: { ageCategory: 'r18' } } })
    expect(await inLanguages(['zh'], member.call)).toEqual([both])
    expect(await counted({ lyricsLanguages: ['zh'] }, member.call)).toEqual([1, { zh: 1, ja: 1, other: 1 }])
    expect(await inLanguages(['zh'], admin.call)).toEqual([both, chinese])
  })

  test('a text that goes takes its language along', async () => {
    rmSync(join(library.root, both, '01.ja.lrc'))
    await scan()
    expect(await inLanguages(['ja'])).toEqual([])
    expect(await counted()).toEqual([4, { zh: 2, other: 1 }])
  })
})
