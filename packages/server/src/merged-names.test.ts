// @module-tag large
/** After a merge, viewers never see or find names that come from works hidden from them. */
import { api } from '@koedana/contract/api.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { type EntityKind, entityKinds, roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from './testing/engines.ts'
import { startTestServer, type World } from './testing/test-server.ts'

const open = 'RJ90000001'
const adult = 'RJ90000002'

/** Creates a work whose entities of every kind have similar names. */
const sourceWork = (id: string, ageCategory: FeedWork['ageCategory'], name: string) => {
  const named = (kind: EntityKind) => ({ id: `${name}-${kind}`, name: `${name} ${kind}` })
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
  let grown: Call
  beforeEach(async () => {
    w = await startTestServer(engine)
    grown = (await w.signIn({ role: roleOf.admin, ageRestriction: 'r18' })).call
  })
  afterEach(() => w.close())

  async function merge(from: string, into: string): Promise<void> {
    for (const kind of entityKinds) {
      const params = { kind, id: `${from}-${kind}` }
      await grown(api.mergeEntity, { params, body: { into: `${into}-${kind}` } })
    }
    await w.deps.catalogue.caughtUp()
  }

  /** Returns the displayed names everywhere, and how many results each text finds. */
  async function seen(call: Call, id: string, texts: readonly string[] = ['dusk', 'rain']) {
    const names = new Set<string | undefined>()
    const facets = await call(api.getFacets, { query: {} })
    for (const kind of entityKinds) {
      const bare = (name: string | undefined) => name?.replace(` ${kind}`, '')
      names.add(bare((await call(api.getEntity, { params: { kind, id: `${id}-${kind}` } })).name))
      const listed = await call(api.listEntities, { params: { kind }, query: { sort: 'nameAsc' } })
      for (const { name } of listed.items) names.add(bare(name))
      for (const { name } of facets[kind]?.items ?? []) names.add(bare(name))
    }
    for (const { maker } of (await call(api.listWorks, {})).items)
      names.add(maker?.name.replace(' makers', ''))
    const found: number[] = []
    for (const q of texts) {
      const { entities } = await call(api.suggest, { query: { q } })
      const works = await call(api.listWorks, { query: { q } })
      const one = await call(api.listEntities, { params: { kind: 'genres' }, query: { q } })
      found.push(entities.length, works.total, one.total)
    }
    return { names: [...names], found }
  }

  test('what is merged into a name that only hidden works have keeps its own', async () => {
    await w.make([sourceWork(open, 'all', 'rain'), sourceWork(adult, 'r18', 'dusk')])
    await merge('rain', 'dusk')
    expect(await seen(w.call, 'dusk')).toEqual({ names: ['rain'], found: [0, 0, 0, 5, 1, 1] })
    expect(await seen(w.call, 'rain')).toMatchObject({ names: ['rain'] })
    expect(await seen(grown, 'rain')).toEqual({ names: ['dusk'], found: [5, 2, 1, 5, 2, 1] })
  })

  test('the name of what was hidden is not found where it is merged into what is seen', async () => {
    await w.make([sourceWork(open, 'all', 'rain'), sourceWork(adult, 'r18', 'dusk')])
    await merge('dusk', 'rain')
    expect(await seen(w.call, 'rain')).toEqual({ names: ['rain'], found: [0, 0, 0, 5, 1, 1] })
    expect(await seen(grown, 'rain')).toEqual({ names: ['rain'], found: [5, 2, 1, 5, 2, 1] })
  })

  test('a viewer of works of either reads the name that people merged it into', async () => {
    await w.make([sourceWork(open, 'all', 'rain'), sourceWork(adult, 'all', 'dusk')])
    await merge('rain', 'dusk')
    expect(await seen(w.call, 'dusk')).toEqual({ names: ['dusk'], found: [5, 2, 1, 5, 2, 1] })
    await w.make([{ id: adult, ageCategory: 'r18' }])
    expect(await seen(w.call, 'dusk')).toEqual({ names: ['rain'], found: [0, 0, 0, 5, 1, 1] })
  })

  test('works that come later add what they know by the old id', async () => {
    await w.make([sourceWork(open, 'all', 'rain'), sourceWork(adult, 'r18', 'dusk')])
    await merge('rain', 'dusk')
    const later = 'RJ90000003'
    await w.make([sourceWork(later, 'r15', 'rain'), sourceWork(open, 'all', 'rain')])
    const teen = (await w.signIn({ ageRestriction: 'r15' })).call
    expect(await seen(teen, 'dusk')).toEqual({ names: ['rain'], found: [0, 0, 0, 5, 2, 1] })
    await w.make([sourceWork(later, 'r15', 'dusk')])
    expect(await seen(teen, 'dusk')).toMatchObject({ names: ['dusk'] })
    expect(await seen(w.call, 'dusk')).toEqual({ names: ['rain'], found: [0, 0, 0, 5, 1, 1] })
    await w.make([sourceWork(later, 'r15', 'rain')])
    expect(await seen(teen, 'dusk')).toMatchObject({ names: ['rain'] })
  })

  test('a viewer of works that know it by the old id alone is not shown what only hidden works call it', async () => {
    await w.make([sourceWork('RJ90000004', 'r18', 'rain'), sourceWork(adult, 'r18', 'dusk')])
    await merge('rain', 'dusk')
    await w.make([sourceWork(open, 'all', 'rain')])
    expect(await seen(w.call, 'dusk')).toEqual({ names: ['rain'], found: [0, 0, 0, 5, 1, 1] })
  })

  test('a merge of what was merged leads on', async () => {
    const third = 'RJ90000003'
    await w.make([
      sourceWork(open, 'all', 'rain'),
      sourceWork(adult, 'r18', 'dusk'),
      sourceWork(third, 'r18', 'moss'),
    ])
    await merge('rain', 'dusk')
    await merge('dusk', 'moss')
    const texts = ['moss', 'dusk', 'rain']
    expect(await seen(w.call, 'moss', texts)).toEqual({ names: ['rain'], found: [0, 0, 0, 0, 0, 0, 5, 1, 1] })
    expect(await seen(grown, 'moss', texts)).toMatchObject({ names: ['moss'] })
  })

  test('a name that people gave, or that comes from no work, is known to all', async () => {
    await w.make([sourceWork(open, 'all', 'rain'), sourceWork(adult, 'r18', 'dusk')])
    for (const kind of entityKinds) {
      const params = { kind, id: `dusk-${kind}` }
      await grown(api.updateEntity, { params, body: { name: `lantern ${kind}` } })
    }
    await merge('rain', 'dusk')
    expect(await seen(w.call, 'dusk', ['dusk', 'lantern'])).toEqual({
      names: ['lantern'],
      found: [0, 0, 0, 5, 1, 1],
    })
  })

  test('what is called alike is disputed by nobody', async () => {
    await w.make([sourceWork(open, 'all', 'rain'), sourceWork(adult, 'r18', 'dusk')])
    for (const kind of entityKinds) {
      const params = { kind, id: `rain-${kind}` }
      await grown(api.updateEntity, { params, body: { name: `dusk ${kind}` } })
    }
    await merge('rain', 'dusk')
    expect(await seen(w.call, 'dusk')).toEqual({ names: ['dusk'], found: [5, 1, 1, 0, 0, 0] })
    expect(await w.deps.db.selectFrom('entity_wording').selectAll().execute()).toEqual([])
  })
})
