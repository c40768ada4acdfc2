// @module-tag large
import { expect, test } from 'vitest'
import { eachEngine } from '../../../../testing/engines.ts'
import { expectedOf } from '../testing/expected-works.ts'
import { storedWorks } from '../testing/stored-works.ts'
import { openTaskWorld } from '../testing/task-world.ts'

eachEngine((engine) => {
  test('a sync of 300 works stores what the marketplace has, field by field', {
    timeout: 120_000,
  }, async () => {
    await using world = await openTaskWorld(engine, { works: 300 })
    const { fake, database, run, want } = world
    const all = [...fake.works.all()]
    for (const { id } of all) fake.change(id, { image: 'missing' })
    await want(all.map(({ id }) => id))
    const task = await run('sync_works', { sources: [] })
    const expected = all.flatMap((work) => expectedOf(work, fake.works) ?? [])
    expect(await storedWorks(database)).toEqual(expected.sort((a, b) => (a.id < b.id ? -1 : 1)))
    const gone = all.length - expected.length
    expect(gone).toBeGreaterThan(0)
    const total = all.length + expected.length
    expect(task).toMatchObject({
      status: 'finished',
      progress: { done: total, total, failed: 0 },
      summary: { added: expected.length, notFound: gone, 'covers.missing': expected.length },
    })
  })

  test('a local run requests nothing of the marketplace, and leaves what is wanted to the next one', async () => {
    await using world = await openTaskWorld(engine, { works: 10 })
    const { fake, run, want } = world
    const { id } = fake.works.example('plain')
    await want([id])
    fake.forgetRequests()
    expect((await run('sync_works', { sources: ['storages'], localOnly: true })).summary).toEqual({})
    expect(fake.counts().total).toBe(0)
    expect((await run('sync_works', { sources: ['storages'] })).summary).toMatchObject({ added: 1 })
  })

  test('an id that nobody knows is recorded as not found, and not looked up again before its time', async () => {
    await using world = await openTaskWorld(engine, { works: 10 })
    const { fake, database, run, want, pass } = world
    await want(['RJ09999999'])
    expect((await run('sync_works', { sources: [] })).summary).toEqual({ notFound: 1 })
    expect(await storedWorks(database)).toEqual([])
    fake.forgetRequests()
    expect((await run('sync_works', { sources: [] })).summary).toEqual({})
    expect(fake.counts().total).toBe(0)
    pass(1)
    expect((await run('sync_works', { sources: [] })).summary).toEqual({ notFound: 1 })
    pass(6)
    expect((await run('sync_works', { sources: [] })).summary).toEqual({})
    const row = await database.read.selectFrom('marketplace_record').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ id: 'RJ09999999', absences: 2, record_at: null })
  })

  test('a translation brings its original, and has its maker, series and cover', async () => {
    await using world = await openTaskWorld(engine, { works: 100 })
    const { fake, database, run, want } = world
    const child = fake.works.example('translationChild')
    await want([child.id])
    await run('sync_works', { sources: [] })
    const stored = await storedWorks(database)
    const original = fake.works.find(child.translation.originalId ?? '')
    expect(stored.map(({ id }) => id).sort()).toEqual([child.id, original?.id].sort())
    expect(stored.find(({ id }) => id === child.id)).toMatchObject({
      editionOf: original?.id,
      maker: original?.maker.id,
    })
    const covers = await database.read.selectFrom('work').select('cover_version').execute()
    expect(new Set(covers.map(({ cover_version }) => cover_version)).size).toBe(1)
    expect(covers[0]?.cover_version).not.toBeNull()
  })

  test('covers: taken once, refused and missing ones are not requested again until they lie elsewhere', async () => {
    await using world = await openTaskWorld(engine, { works: 100 })
    const { fake, database, run, want } = world
    const kinds = ['plain', 'imageForbidden', 'imageMissing', 'imagePlaceholder'] as const
    const ids = kinds.map((kind) => fake.works.example(kind).id)
    await want(ids)
    expect((await run('sync_works', { sources: [] })).summary).toEqual({
      added: 4,
      'covers.added': 1,
      'covers.missing': 3,
    })
    fake.forgetRequests()
    await run('sync_works', { sources: [] })
    expect(fake.counts().total).toBe(0)
    const rows = await database.read.selectFrom('marketplace_record').select(['id', 'cover_state']).execute()
    const states = new Map(rows.map(({ id, cover_state }) => [id, cover_state]))
    expect(ids.map((id) => states.get(id))).toEqual(['taken', 'missing', 'missing', 'missing'])
  })
})
