// @module-tag large
/** Tests databases that store the members of a family as separate works. A refresh groups them and keeps user data. */
import { workKeyOf } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { eachEngine } from '../../../../testing/engines.ts'
import { storedWorks } from '../testing/stored-works.ts'
import { openTaskWorld } from '../testing/task-world.ts'

eachEngine((engine) => {
  test('numbers alone join a family and give each member its own sales; its records are read for the languages', async () => {
    await using world = await openTaskWorld(engine, { works: 100 })
    const { fake, database } = world
    const family = fake.works.example('circleOriginal').editions
    const ids = family.map(({ id }) => id)
    for (const { id } of fake.works.all()) fake.change(id, { image: 'missing' })
    await world.want(ids)
    await world.run('sync_works', { sources: [] })
    // Older versions stored no root, and the sales and languages of the whole family in each work.
    const total = ids.reduce((sum, id) => sum + (fake.works.find(id)?.sales ?? 0), 0)
    await database.write
      .updateTable('work')
      .set({ edition_of_key: null, sales: total })
      .where('key', 'in', ids.map(workKeyOf))
      .execute()
    await database.write
      .updateTable('marketplace_record')
      .set({ numbers_hash: 'of an older version' })
      .where('key', 'in', ids.map(workKeyOf))
      .execute()
    const at = '2026-11-01T00:00:00.000Z'
    await database.write.deleteFrom('work_language').where('work_key', 'in', ids.map(workKeyOf)).execute()
    await database.write
      .insertInto('work_language')
      .values(ids.flatMap((id) => family.map(({ lang }) => ({ work_key: workKeyOf(id), language: lang }))))
      .execute()
    await database.write
      .insertInto('work_lock')
      .values({ work_key: workKeyOf(ids[2] ?? ''), field: 'name', user_key: null, at })
      .execute()
    await world.run('refresh_works', { works: ids })
    const stored = new Map((await storedWorks(database)).map((work) => [work.id, work]))
    for (const { id, lang } of family) {
      expect(stored.get(id)).toMatchObject({
        editionOf: id === ids[0] ? null : ids[0],
        sales: fake.works.find(id)?.sales,
      })
      const languages = await database.read
        .selectFrom('work_language')
        .select('language')
        .where('work_key', '=', workKeyOf(id))
        .execute()
      expect(languages).toEqual([{ language: lang }])
    }
    const locks = await database.read.selectFrom('work_lock').select('work_key').execute()
    expect(locks).toEqual([{ work_key: workKeyOf(ids[2] ?? '') }])
    expect((await world.run('refresh_works', { works: ids })).summary).toEqual({ unchanged: 3 })
  })

  test('one member that is known brings its Japanese original, as translations always did', async () => {
    await using world = await openTaskWorld(engine, { works: 100 })
    const family = world.fake.works.example('circleOriginal').editions.map(({ id }) => id)
    await world.want(family.slice(2))
    await world.run('sync_works', { sources: [] })
    const stored = await storedWorks(world.database)
    expect(stored.map(({ id, editionOf }) => [id, editionOf]).sort()).toEqual([
      [family[0], null],
      [family[2], family[0]],
    ])
  })

  test('a task ends in words as soon as the marketplace refuses this server or is switched off', async () => {
    await using world = await openTaskWorld(engine, { works: 30 })
    await world.want([...world.fake.works.all()].map(({ id }) => id))
    world.fake.setFaults({ faults: [{ kind: 'forbidden' }] })
    const task = await world.run('sync_works', { sources: ['newReleases'] })
    expect(task).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/rejects this server.*country/),
    })
  })
})
