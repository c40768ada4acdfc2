// @module-tag large
import { workKeyOf } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { eachEngine } from '../../../../testing/engines.ts'
import { expectedOf } from '../testing/expected-works.ts'
import { storedWorks } from '../testing/stored-works.ts'
import { openTaskWorld, type TaskWorld } from '../testing/task-world.ts'

/** Returns the IDs of a synced catalog. Other tests cover pictures. */
async function synced(world: TaskWorld): Promise<string[]> {
  const ids = [...world.fake.works.all()].flatMap((work) => (work.state === 'delisted' ? [] : work.id))
  for (const id of ids) world.fake.change(id, { image: 'missing' })
  await world.want(ids)
  await world.run('sync_works', { sources: [] })
  world.fake.forgetRequests()
  return ids
}

const truthOf = ({ fake }: TaskWorld) =>
  [...fake.works.all()]
    .flatMap((work) => expectedOf(work, fake.works) ?? [])
    .sort((a, b) => (a.id < b.id ? -1 : 1))

eachEngine((engine) => {
  test('numbers are read again once they are due; a changed title brings the whole record', async () => {
    await using world = await openTaskWorld(engine, { works: 60 })
    const ids = await synced(world)
    expect((await world.run('refresh_works')).summary).toEqual({})
    expect(world.fake.counts().total).toBe(0)
    world.pass(8)
    const [changed = ''] = ids
    world.fake.change(changed, { name: '雨の図書館', writers: [{ id: '99', name: '新しい人' }] })
    const task = await world.run('refresh_works')
    expect(task.progress.done).toBe(task.progress.total)
    expect(world.fake.requests().filter(({ path }) => path.includes(`workno=${changed}`))).toHaveLength(3)
    expect(await storedWorks(world.database)).toEqual(truthOf(world))
  })

  test('all are looked up if all are wanted; named ones alone if they are named', async () => {
    await using world = await openTaskWorld(engine, { works: 60 })
    const ids = await synced(world)
    const named = await world.run('refresh_works', { works: [ids[3], 'RJ09999999'] })
    expect(named.summary).toEqual({ unchanged: 1, skipped: 1 })
    const all = await world.run('refresh_works', { scope: 'all' })
    expect(all.summary).toEqual({ unchanged: ids.length })
  })

  test('what both calls miss three times, three days apart, is no longer to be had; the record stays', async () => {
    await using world = await openTaskWorld(engine, { works: 40 })
    const [gone = ''] = await synced(world)
    world.fake.remove(gone, 'gone')
    const availability = async () =>
      (await storedWorks(world.database)).find(({ id }) => id === gone)?.availability
    const absences: unknown[] = []
    for (let day = 0; day < 9; day += 1) {
      world.pass(1)
      const { summary } = await world.run('refresh_works', { scope: 'all' })
      absences.push(summary.notFound ?? 0)
      if (day < 6) expect(await availability()).toBe('on_sale')
    }
    expect(absences).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0])
    expect(await availability()).toBe('unavailable')
    expect((await storedWorks(world.database)).some(({ id }) => id === gone)).toBe(true)
  })

  test('locked fields stay as people want them', async () => {
    await using world = await openTaskWorld(engine, { works: 40 })
    const [id = ''] = await synced(world)
    const { write } = world.database
    const work_key = workKeyOf(id)
    const at = world.now().toISOString()
    await write.updateTable('work').set({ name: 'Ours', sales: 7 }).where('id', '=', id).execute()
    await write
      .insertInto('work_lock')
      .values((['name', 'sales'] as const).map((field) => ({ work_key, field, user_key: null, at })))
      .execute()
    world.pass(30)
    world.fake.change(id, { name: '別の名前', discountRate: 50 })
    await world.run('refresh_works', { scope: 'all' })
    const stored = (await storedWorks(world.database)).find((work) => work.id === id)
    const truth = truthOf(world).find((work) => work.id === id)
    expect(stored).toEqual({ ...truth, name: 'Ours', sales: 7 })
  })
})
