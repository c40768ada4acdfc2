import { runOptions } from '@koedana/catalogue/testing/property-runs.ts'
import { api } from '@koedana/contract/api.ts'
import type { FeedEntity, FeedWork } from '@koedana/contract/feed.ts'
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { minute } from '../metadata/ingest/testing/source-batches.ts'
import { type EditingWorld, editingWorld } from './testing/edited-work.ts'

const ids = ['a', 'b', 'c', 'd'] as const
const id = fc.constantFrom(...ids)
const several = fc.array(id, { maxLength: 4 })
const drawn = fc.record({
  works: fc.array(
    fc.record({
      makers: id,
      series: fc.option(id),
      artists: several,
      illustrators: several,
      genres: several,
      sales: fc.nat(50),
    }),
    { minLength: 3, maxLength: 12 },
  ),
  merges: fc.array(fc.record({ kind: fc.constantFrom(...entityKinds), from: id, into: id }), {
    minLength: 1,
    maxLength: 5,
  }),
})
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

const entity = (name: string): FeedEntity => ({ id: `id-${name}`, name: `Name ${name}` })
/** All entities of the merges exist from the start. */
const everyone = (rename: Rename): FeedWork => ({
  id: 'RJ95999999',
  name: 'Everyone',
  ageCategory: 'all',
  artists: ids.map((one) => entity(rename('artists', one))),
  illustrators: ids.map((one) => entity(rename('illustrators', one))),
  genres: ids.map((one) => entity(rename('genres', one))),
})
type Rename = (kind: EntityKind, id: string) => string

const worksOf = ({ works }: Drawn, rename: Rename): FeedWork[] => [
  everyone(rename),
  ...works.map(
    (work, at): FeedWork => ({
      id: `RJ${95_000_000 + at}`,
      name: `Work ${at}`,
      ageCategory: 'all',
      sales: work.sales,
      maker: entity(rename('makers', work.makers)),
      series: work.series && entity(rename('series', work.series)),
      artists: work.artists.map((one) => entity(rename('artists', one))),
      illustrators: work.illustrators.map((one) => entity(rename('illustrators', one))),
      genres: work.genres.map((one) => entity(rename('genres', one))),
    }),
  ),
  // One work per maker and series.
  ...ids.map(
    (one, at): FeedWork => ({
      id: `RJ${95_900_000 + at}`,
      name: `Own ${at}`,
      ageCategory: 'all',
      maker: entity(rename('makers', one)),
      series: entity(rename('series', one)),
    }),
  ),
]

/** Returns everything a visitor can read about works and entities; `idOf` maps to current IDs. */
async function reads({ call }: World, works: readonly FeedWork[], idOf: Rename) {
  const read: unknown[] = []
  for (const kind of entityKinds) {
    read.push(await call(api.listEntities, { params: { kind }, query: {} }))
    read.push(await call(api.listEntities, { params: { kind }, query: { sort: 'totalSalesDesc' } }))
    for (const one of ids) {
      const requested = `id-${idOf(kind, one)}`
      read.push(await call(api.getEntity, { params: { kind, id: requested }, query: {} }))
      read.push(await call(api.listSimilarEntities, { params: { kind, id: requested }, query: {} }))
      read.push(await call(api.listWorks, { query: { [kind]: [requested] } }))
    }
  }
  read.push(await call(api.getFacets, { query: {} }))
  for (const { id: workId } of works) {
    read.push(await call(api.getWork, { params: { id: workId }, query: {} }))
    read.push(await call(api.listSimilarWorks, { params: { id: workId }, query: {} }))
  }
  return read
}

/** Merges in a world. Returns the final ID of each entity. */
async function mergeAll({ keeper }: EditingWorld, merges: Drawn['merges']): Promise<Rename> {
  const now = new Map<string, string>()
  const rename: Rename = (kind, one) => now.get(`${kind} ${one}`) ?? one
  for (const { kind, from, into } of merges) {
    const [gone, stays] = [rename(kind, from), rename(kind, into)]
    const params = { kind, id: `id-${from}` }
    const response = keeper.call(api.mergeEntity, { params, body: { into: `id-${into}` } })
    if (gone === stays) await expect(response).rejects.toMatchObject({ status: 422 })
    else expect(await response).toEqual(entity(stays))
    for (const one of ids) if (rename(kind, one) === gone) now.set(`${kind} ${one}`, stays)
  }
  return rename
}

const asItIs: Rename = (_, one) => one

eachEngine((engine) => {
  test('after merging, every read is as if works had named the one from the beginning', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (given) => {
        const merged = await editingWorld(engine)
        const fromTheStart = await startTestServer(engine)
        try {
          const works = worksOf(given, asItIs)
          await merged.here.make(works, minute(0))
          const rename = await mergeAll(merged, given.merges)
          await fromTheStart.make(worksOf(given, rename), minute(0))
          const wanted = await reads(fromTheStart, works, rename)
          expect(await reads(merged.here, works, asItIs)).toEqual(wanted)
        } finally {
          await merged.here.close()
          await fromTheStart.close()
        }
      }),
      runOptions(engine.name === 'sqlite' ? 8 : 3),
    )
  })
})
