// @module-tag large
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Database } from '../../../db/open.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { openTaskWorld, type TaskWorld } from './testing/task-world.ts'

const worksOf = ({ read }: Database) => read.selectFrom('work').select(['id', 'cover_version']).execute()

async function rowsById({ read }: Database): Promise<Map<string, string>> {
  const rows = await read.selectFrom('work').selectAll().execute()
  return new Map(rows.map((row) => [row.id, JSON.stringify(row)]))
}

async function layWorks({ dataFolder, database }: TaskWorld, ids: readonly string[]): Promise<void> {
  const root = join(dataFolder, 'library')
  for (const id of ids) {
    await mkdir(join(root, id), { recursive: true })
    await writeFile(join(root, id, '01.mp3'), `no sound, and yet a file of ${id}`)
  }
  await database.write
    .insertInto('storage')
    .values({ kind: 'local', root, unknown_age_category: 'all', scanned_at: null, marker: null })
    .execute()
}

eachEngine((engine) => {
  test('two works that came in with their covers are two works, and two covers', async () => {
    await using world = await openTaskWorld(engine, { works: 100 })
    const { fake, database, run, want } = world
    const ids = [...fake.works.all()]
      .flatMap(({ id, case: kind }) => (kind === 'plain' ? id : []))
      .slice(0, 2)
    await want(ids)
    const task = await run('sync_works', { sources: [] })
    const stored = await worksOf(database)
    expect(stored.map(({ id }) => id).sort()).toEqual(ids.toSorted())
    expect(stored.filter(({ cover_version }) => cover_version !== null)).toHaveLength(2)
    expect(task.summary).toEqual({ added: 2, 'covers.added': 2 })
    expect(task.progress).toEqual({ done: 4, total: 4, failed: 0, skipped: 0 })
  })

  test('works of a new folder are added, once, also where their record is read after it', async () => {
    await using world = await openTaskWorld(engine, { works: 100 })
    const { fake, database, run } = world
    const known = [...fake.works.all()]
      .flatMap(({ id, case: kind }) => (kind === 'plain' ? id : []))
      .slice(0, 2)
    for (const id of known) fake.change(id, { image: 'placeholder' })
    await layWorks(world, [...known, 'RJ09999999'])
    const task = await run('sync_works', { sources: ['storages'] })
    expect(await worksOf(database)).toHaveLength(3)
    // The record of a placeholder still has a likely cover URL, which is tried once.
    expect(task.summary).toEqual({ added: 3, notFound: 1, 'covers.missing': 2 })
    expect((await run('sync_works', { sources: ['storages'] })).summary).toEqual({})
  })

  test('a refresh that reads numbers and then the record of a work counts it once', async () => {
    await using world = await openTaskWorld(engine, { works: 40 })
    const { fake, database, run, want, pass } = world
    const ids = [...fake.works.all()]
      .flatMap(({ id, case: kind }) => (kind === 'plain' ? id : []))
      .slice(0, 9)
    for (const id of ids)
      fake.change(id, { image: 'placeholder', sales: 5, wishlistCount: 9, discountRate: 0 })
    await want(ids)
    await run('sync_works', { sources: [] })
    await run('refresh_works', { scope: 'all' })
    for (const id of ids.slice(0, 2)) fake.change(id, { name: `Another name ${id}` })
    for (const id of ids.slice(2, 5)) fake.change(id, { sales: 6 })
    fake.remove(ids[8] ?? '', 'gone')
    pass(1)
    const before = await rowsById(database)
    const task = await run('refresh_works', { works: ids })
    const after = await rowsById(database)
    const changed = [...after].filter(([id, row]) => before.get(id) !== row).map(([id]) => id)
    expect(changed).toEqual(expect.arrayContaining(ids.slice(0, 5)))
    expect(task.summary).toEqual({ updated: changed.length, unchanged: 8 - changed.length, notFound: 1 })
  })

  test('a work that cannot be read is reported as failed beside what was done, and a try that ends well is one update', async () => {
    await using world = await openTaskWorld(engine, { works: 20 }, { haste: 1_000 })
    const { fake, run, ended, order, want } = world
    const { id } = fake.works.example('plain')
    fake.change(id, { image: 'placeholder' })
    await want([id])
    fake.setFaults({ faults: [{ kind: 'error', routes: ['product'], to: 3 }] })
    const failed = await run('sync_works', { sources: [] })
    expect(failed).toMatchObject({ summary: { failed: 1 }, progress: { done: 1, failed: 1 } })
    fake.setFaults({})
    const again = await ended(await order('sync_works', { sources: [] }, failed.id))
    expect(again).toMatchObject({ summary: { added: 1 }, progress: { done: 2, failed: 0 } })
  })

  test('what was counted is forgotten once a task has ended', async () => {
    await using world = await openTaskWorld(engine, { works: 20 })
    await world.want([...world.fake.works.all()].map(({ id }) => id))
    await world.run('sync_works', { sources: [] })
    const left = () => world.database.read.selectFrom('task_work').select('work_key').execute()
    await expect.poll(left).toEqual([])
  })

  test('records that are requested at a pace are reported one by one, and stored together', async () => {
    await using world = await openTaskWorld(engine, { works: 60 }, { settings: { gapMs: 20 } })
    const { fake, database, order, find, ended, want } = world
    const ids = [...fake.works.all()]
      .flatMap(({ id, case: kind }) => (kind === 'plain' ? id : []))
      .slice(0, 30)
    for (const id of ids) fake.change(id, { image: 'placeholder' })
    await want(ids)
    const task = await order('sync_works', { sources: [] })
    const seen = new Set<number>()
    const inspect = async () => {
      const { progress } = await find(task)
      if ((await worksOf(database)).length === 0) seen.add(progress.done)
      return seen.size
    }
    await expect.poll(inspect, { interval: 50 }).toBeGreaterThan(4)
    expect(await ended(task)).toMatchObject({ progress: { done: 60, total: 60 }, summary: { added: 30 } })
  })
})
