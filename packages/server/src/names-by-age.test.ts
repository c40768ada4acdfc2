/** Names that come only from hidden works are neither shown nor found. */
import { api } from '@koedana/contract/api.ts'
import type { FeedEntity, FeedWork } from '@koedana/contract/feed.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { type EntityKind, entityKinds, roleOf, workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { trashWorks } from './features/trash/trash.store.ts'
import { eachEngine } from './testing/engines.ts'
import { startTestServer, type World } from './testing/test-server.ts'

const open = 'RJ90000001'
const adult = 'RJ90000002'

/** Creates a work of some age whose entities of every kind have similar names. */
const sourceWork = (
  id: string,
  ageCategory: FeedWork['ageCategory'],
  name: string,
  more: Partial<FeedEntity> = {},
) => {
  const named = (kind: EntityKind) => ({ id: `${kind[0]}1`, name: `${name} ${kind}`, ...more })
  return {
    id,
    name: 'mist',
    ageCategory,
    maker: named('makers'),
    series: named('series'),
    artists: [named('artists')],
    illustrators: [named('illustrators')],
    genres: [named('genres')],
  } satisfies FeedWork
}

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
  })
  afterEach(() => w.close())

  /** Returns the name of each kind on its own page, in lists, in facets and on the card, and whether a text finds it. */
  async function seen(call: Call, text: string) {
    const facets = await call(api.getFacets, { query: {} })
    const card = (await call(api.listWorks, {})).items.find(({ id }) => id === open)
    const names = []
    for (const kind of entityKinds) {
      const { name } = await call(api.getEntity, { params: { kind, id: `${kind[0]}1` } })
      const listed = await call(api.listEntities, { params: { kind }, query: { sort: 'nameAsc' } })
      const found = await call(api.listEntities, { params: { kind }, query: { q: text } })
      names.push([name, listed.items[0]?.name, facets[kind]?.items[0]?.name, found.total])
    }
    const works = await call(api.listWorks, { query: { q: text } })
    const { entities } = await call(api.suggest, { query: { q: text } })
    return { names, card: card?.maker?.name, works: works.total, suggested: entities.length }
  }
  const called = (name: string, found: number, works: number) => ({
    names: entityKinds.map((kind) => [`${name} ${kind}`, `${name} ${kind}`, `${name} ${kind}`, found]),
    card: `${name} makers`,
    works,
    suggested: found * 5,
  })
  const first = sourceWork(open, 'all', 'rain')
  const both = [first, sourceWork(adult, 'r18', 'dusk')]

  test('what works say is known to those who may see one of them', async () => {
    await w.make(both)
    const { call } = await w.signIn({ ageRestriction: 'r18' })
    expect(await seen(call, 'dusk')).toEqual(called('dusk', 1, 2))
    expect(await seen(w.call, 'dusk')).toEqual(called('rain', 0, 0))
    expect(await seen(w.call, 'rain')).toEqual(called('rain', 1, 1))
    // A cached list must not leak to another viewer.
    expect(await seen(call, 'dusk')).toEqual(called('dusk', 1, 2))
    expect(await seen(call, 'rain')).toMatchObject({ works: 0 })
  })

  test('whichever comes last, and also where one came after the other', async () => {
    for (const work of both.toReversed()) await w.make([work])
    expect(await seen(w.call, 'dusk')).toEqual(called('rain', 0, 0))
    await w.make([{ ...sourceWork(adult, 'r18', 'lantern') }])
    expect(await seen(w.call, 'lantern')).toEqual(called('rain', 0, 0))
    await w.make([{ ...sourceWork(open, 'all', 'lantern') }])
    expect(await seen(w.call, 'lantern')).toEqual(called('lantern', 1, 1))
    expect(await w.deps.db.selectFrom('entity_wording').selectAll().execute()).toEqual([])
  })

  test('a work that nobody sees any more says nothing: older, in the trash, or gone', async () => {
    const second = sourceWork(adult, 'all', 'dusk')
    await w.make([first, second])
    expect(await seen(w.call, 'dusk')).toEqual(called('dusk', 1, 2))
    await w.make([{ id: adult, ageCategory: 'r15' }])
    expect(await seen(w.call, 'dusk')).toEqual(called('rain', 0, 0))
    const { call } = await w.signIn({ role: roleOf.admin, ageRestriction: 'r18' })
    await call(api.updateWork, { params: { id: adult }, body: { values: { ageCategory: 'all' } } })
    expect(await seen(w.call, 'dusk')).toEqual(called('dusk', 1, 2))
    await w.deps.write
      .transaction()
      .execute((tx) => trashWorks(tx, [workKeyOf(adult)], new Date().toISOString()))
    await w.deps.catalogue.caughtUp()
    expect(await seen(call, 'dusk')).toEqual(called('rain', 0, 0))
    await call(api.restoreTrash, { body: { items: [{ kind: 'work', id: adult }] } })
    await w.deps.catalogue.caughtUp()
    expect(await seen(w.call, 'dusk')).toEqual(called('dusk', 1, 2))
  })

  test('what people give is known to all, and what only hidden works say besides is not', async () => {
    const names = { 'en-US': 'dusk in English', 'ja-JP': '夕' }
    await w.make([
      first,
      { ...sourceWork(adult, 'r18', 'dusk'), genres: [{ id: 'g1', name: 'dusk', names }] },
    ])
    const admin = await w.signIn({ role: roleOf.admin, ageRestriction: 'r18' })
    const of = (call: Call) => call(api.getEntity, { params: { kind: 'genres', id: 'g1' } })
    expect((await of(w.call)).name).toBe('rain genres')
    expect((await of(admin.call)).name).toBe('dusk in English')
    await admin.call(api.updateEntity, { params: { kind: 'genres', id: 'g1' }, body: { name: 'given' } })
    expect((await of(w.call)).name).toBe('given')
    expect((await of(w.as('ja-JP'))).name).toBe('rain genres')
    expect((await w.call(api.listEntities, { params: { kind: 'genres' }, query: { q: '夕' } })).total).toBe(0)
    expect(
      (await w.call(api.listEntities, { params: { kind: 'genres' }, query: { q: 'given' } })).total,
    ).toBe(1)
  })

  test('a name that the marketplace changes, work by work, is agreed upon in the end', async () => {
    const works = Array.from({ length: 40 }, (_, at) => `RJ9000${1000 + at}`)
    await w.make(works.map((id) => sourceWork(id, 'all', 'rain')))
    for (const id of works) await w.make([sourceWork(id, 'all', 'dusk')])
    const { name } = await w.call(api.getEntity, { params: { kind: 'makers', id: 'm1' } })
    expect(name).toBe('dusk makers')
    expect(await w.deps.db.selectFrom('entity_wording').selectAll().execute()).toEqual([])
    expect(await w.deps.db.selectFrom('entity_name_source').selectAll().execute()).toEqual([])
  })
})
