import { api } from '@koedana/contract/api.ts'
import { expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer } from '../../testing/test-server.ts'

const maker = { id: 'm1', name: 'House' }
const artists = [{ id: 'a1', name: 'Voice' }]
const series = { id: 's1', name: 'Lantern' }
const works = [
  { id: 'RJ90000001', name: 'past', ageCategory: 'all' as const, maker, series, releaseDate: '2026-10-31' },
  { id: 'RJ90000002', name: 'here', ageCategory: 'all' as const, maker, series, releaseDate: '2026-11-02' },
  { id: 'RJ90000003', name: 'soon', ageCategory: 'all' as const, artists, series, releaseDate: '2026-11-30' },
  { id: 'RJ90000004', name: 'night', ageCategory: 'r18' as const, maker, series, releaseDate: '2026-11-15' },
  { id: 'RJ90000005', name: 'both', ageCategory: 'all' as const, maker, artists, releaseDate: '2026-11-02' },
  { id: 'RJ90000006', name: 'someday', ageCategory: 'all' as const, maker },
]
const november = { from: '2026-11-01', to: '2026-11-30' }

eachEngine((engine) => {
  test('a month of those one follows, announced works too, each once, by what the viewer may see', async () => {
    const w = await startTestServer(engine)
    await w.make(works)
    const [young, grown] = [await w.signIn(), await w.signIn({ ageRestriction: 'r18' })]
    const titlesFor = async ({ call }: typeof young, query = november) =>
      (await call(api.listReleases, { query })).items.map(({ title }) => title)
    expect(await titlesFor(young)).toEqual([])
    for (const { call } of [young, grown]) {
      await call(api.follow, { params: { kind: 'makers', id: 'm1' } })
      await call(api.follow, { params: { kind: 'artists', id: 'a1' } })
    }
    expect(await titlesFor(young)).toEqual(['here', 'both', 'soon'])
    expect(await titlesFor(grown)).toEqual(['here', 'both', 'night', 'soon'])
    expect(await titlesFor(young, { from: '2026-12-01', to: '2026-11-01' })).toEqual([])
    await expect(w.call(api.listReleases, { query: november })).rejects.toMatchObject({ status: 401 })
    const query = { from: '2026-11-31', to: '2026-12-01' }
    await expect(young.call(api.listReleases, { query })).rejects.toMatchObject({ status: 400 })
    await w.close()
  })

  test('an entity says how many of its works are here, by what the viewer may see, and not under a filter', async () => {
    const w = await startTestServer(engine)
    await w.make(works)
    await putInLibrary(w.deps.write, ['RJ90000002', 'RJ90000004'])
    await w.deps.catalogue.caughtUp()
    const [young, grown] = [await w.signIn(), await w.signIn({ ageRestriction: 'r18' })]
    const lantern = { params: { kind: 'series' as const, id: 's1' }, query: {} }
    expect(await young.call(api.getEntity, lantern)).toMatchObject({ workCount: 3, ownedCount: 1 })
    expect(await grown.call(api.getEntity, lantern)).toMatchObject({ workCount: 4, ownedCount: 2 })
    const listed = async ({ call }: typeof young, query: { inLibrary?: boolean } = {}) =>
      (await call(api.listEntities, { params: { kind: 'series' }, query })).items.map((one) => one.ownedCount)
    expect(await listed(young)).toEqual([1])
    expect(await listed(grown)).toEqual([2])
    expect(await listed(grown, { inLibrary: true })).toEqual([null])
    await w.close()
  })
})
