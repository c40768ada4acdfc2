// @module-tag large

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '../../../../lib/ids.ts'
import { storedMessages, storedText } from '../../../../lib/messages/messages.rules.ts'
import { eachEngine } from '../../../../testing/engines.ts'
import { saveStorage } from '../../../library/scan/storages.store.ts'
import { storedWorks } from '../testing/stored-works.ts'
import { openTaskWorld, type TaskWorld } from '../testing/task-world.ts'

async function layFeed({ dataFolder }: TaskWorld, name: string, lines: readonly string[]): Promise<void> {
  await mkdir(join(dataFolder, 'feeds'), { recursive: true })
  await writeFile(join(dataFolder, 'feeds', name), lines.map((line) => `${line}\n`).join(''))
}

async function follow(
  { database }: TaskWorld,
  kind: 'makers' | 'series' | 'artists',
  id: string,
  ceiling: 'all' | 'r18',
) {
  const at = '2026-11-01T00:00:00.000Z'
  const user = await database.write
    .insertInto('user')
    .values({
      id: newId(),
      username: newId(),
      username_key: newId(),
      password_hash: null,
      role: 1,
      status: 'active',
      age_restriction: ceiling,
      last_seen_at: at,
      created_at: at,
      updated_at: at,
    })
    .returning('key')
    .executeTakeFirstOrThrow()
  const row = { user_key: user.key, kind, entity_id: id, followed_at: at }
  await database.write.insertInto('follow').values(row).execute()
}

eachEngine((engine) => {
  test('feeds in the data folder are taken in, and again once they changed', async () => {
    await using world = await openTaskWorld(engine, { works: 1 })
    const line = (i: number, name = `Work ${i}`) => JSON.stringify({ id: `RJ${700_000 + i}`, name })
    const lines = Array.from({ length: 120 }, (_, i) => line(i))
    await layFeed(world, 'a.jsonl', ['{"koedana":1}', ...lines.slice(0, 70), 'no JSON', ...lines.slice(70)])
    await layFeed(world, 'b.txt', [line(999)])
    const sync = () => world.run('sync_works', { sources: ['feeds'] })
    const first = await sync()
    expect(first).toMatchObject({
      summary: { added: 120, 'lines.failed': 1 },
      progress: { done: 121, total: 121, failed: 1 },
    })
    const failed = await world.database.read
      .selectFrom('task_item')
      .select(['item', 'name', 'reason'])
      .where('outcome', '=', 'failed')
      .execute()
    const notJson = storedMessages([{ code: 'catalogLine.notJson', values: {} }])
    expect(failed).toEqual([{ item: 'a.jsonl:72', name: notJson, reason: 'feedLineRefused' }])
    expect((await sync()).summary).toEqual({})
    await layFeed(world, 'a.jsonl', [...lines, line(0, 'Another name')])
    expect((await sync()).summary).toEqual({ updated: 1, unchanged: 119 })
    expect(world.fake.counts().total).toBe(0)
  })

  test('the log names what a scan could not take in, and why', async () => {
    await using world = await openTaskWorld(engine, { works: 1 })
    const root = join(world.dataFolder, 'shelf')
    await mkdir(join(root, 'RJ700001'), { recursive: true })
    await writeFile(join(root, 'RJ700001', '1.mp3'), 'no sound')
    await writeFile(join(root, 'RJ700001', '2.mp3'), '')
    await saveStorage(world.database.write, { root, unknownAge: 'all' })
    await world.run('sync_works', { sources: ['storages'], localOnly: true })
    const lines = await world.database.read
      .selectFrom('task_line')
      .select(['level', 'text'])
      .orderBy('key')
      .execute()
    const shown = lines.map(({ level, text }) => ({ level, text: storedText(text, 'en-US') }))
    expect(shown.slice(1)).toEqual([
      { level: 'warn', text: 'RJ700001/1.mp3: is not audio despite its name' },
      { level: 'warn', text: 'RJ700001/2.mp3: is empty' },
      { level: 'warn', text: 'RJ700001: contains nothing that can be played' },
    ])
  })

  test('new releases are looked at day by day, from the last look on', async () => {
    await using world = await openTaskWorld(engine, { works: 60 })
    const sync = () => world.run('sync_works', { sources: ['newReleases'] })
    await sync()
    const before = (await storedWorks(world.database)).length
    world.pass(3)
    const added = [world.fake.add(), world.fake.add()]
    world.fake.forgetRequests()
    await sync()
    expect(world.fake.counts().byRoute.list).toBe(4)
    const stored = await storedWorks(world.database)
    for (const id of added) expect(stored.map((work) => work.id)).toContain(id)
    expect(stored.length).toBeGreaterThanOrEqual(before + 2)
  })

  test('new releases and follows of all sections come in once somebody may see them', async () => {
    await using world = await openTaskWorld(engine, { works: 30 })
    const { fake, database } = world
    const maker = { id: 'RG69998', name: 'Circle', nameEn: null }
    const floors = ['girls', 'girls-drama', 'bl', 'bl-drama'] as const
    const released = () => floors.map((floor) => fake.add({ floor, age: 3, image: 'missing' }))
    const first = released()
    const stored = async () => (await storedWorks(database)).map(({ id }) => id)
    await world.run('sync_works', { sources: ['newReleases'] })
    expect((await stored()).filter((id) => first.includes(id))).toEqual([])
    await follow(world, 'makers', maker.id, 'r18')
    world.pass(1)
    const second = released()
    await world.run('sync_works', { sources: ['newReleases'] })
    expect((await stored()).filter((id) => second.includes(id)).sort()).toEqual([...second].sort())
    const older = floors.map((floor) =>
      fake.add({ floor, age: 3, maker, releaseDay: 15_000, image: 'missing' }),
    )
    await world.run('sync_works', { sources: ['follows'] })
    expect((await stored()).filter((id) => older.includes(id)).sort()).toEqual([...older].sort())
  })

  test('a day that could not be looked at is looked at again', async () => {
    await using world = await openTaskWorld(engine, { works: 10 }, { haste: 1_000 })
    const sync = () => world.run('sync_works', { sources: ['newReleases'] })
    await sync()
    world.pass(2)
    const added = world.fake.add()
    world.fake.setFaults({ faults: [{ kind: 'error', routes: ['list'], to: 3 }] })
    expect((await sync()).summary).toMatchObject({ 'lists.failed': 1 })
    world.fake.setFaults({})
    world.fake.forgetRequests()
    await sync()
    expect(world.fake.counts().byRoute.list).toBe(3)
    expect((await storedWorks(world.database)).map(({ id }) => id)).toContain(added)
  })

  test('all works of a followed maker come in, page by page; later only the first page is looked at', async () => {
    await using world = await openTaskWorld(engine, { works: 600 })
    const { fake } = world
    const all = [...fake.works.all()]
    const makers = Map.groupBy(all, ({ maker }) => maker.id)
    const [maker, works] = [...makers].sort((a, b) => b[1].length - a[1].length)[0] ?? ['', []]
    for (const { id } of all) fake.change(id, { image: 'missing' })
    await follow(world, 'makers', maker, 'r18')
    await follow(world, 'makers', maker, 'all')
    const sync = () => world.run('sync_works', { sources: ['follows'] })
    await sync()
    const listed = works.filter(({ state }) => state === 'sold').map(({ id }) => id)
    const stored = (await storedWorks(world.database)).map(({ id }) => id)
    expect(listed.filter((id) => !stored.includes(id))).toEqual([])
    fake.forgetRequests()
    expect((await sync()).summary).toEqual({})
    expect(fake.counts().byRoute).toMatchObject({ list: 6, product: 0 })
    const added = fake.add({ maker: works[0]?.maker ?? { id: '', name: '', nameEn: null } })
    await sync()
    expect((await storedWorks(world.database)).map(({ id }) => id)).toContain(added)
  })

  test('series and artists are followed as well; without anybody grown up, no list for adults is requested', async () => {
    await using world = await openTaskWorld(engine, { works: 100 })
    const { fake, database } = world
    const all = [...fake.works.all()]
    for (const { id } of all) fake.change(id, { image: 'missing' })
    const work = all.find(
      ({ series, voices, age, case: kind }) => kind === 'plain' && age === 1 && series && voices[0],
    )
    const [voice] = work?.voices ?? []
    await world.want([work?.id ?? ''])
    await world.run('sync_works', { sources: [] })
    await follow(world, 'series', work?.series?.id ?? '', 'all')
    await follow(world, 'artists', voice?.id ?? '', 'all')
    fake.forgetRequests()
    await world.run('sync_works', { sources: ['follows'] })
    const isListed = ({ state, age, series, voices }: (typeof all)[number]) =>
      state === 'sold' &&
      age < 3 &&
      (series?.id === work?.series?.id || voices.some(({ id }) => id === voice?.id))
    const stored = (await storedWorks(database)).map(({ id }) => id)
    expect(all.filter(isListed).filter(({ id }) => !stored.includes(id))).toEqual([])
    expect(fake.requests().filter(({ path }) => path.includes('/maniax/fsr'))).toEqual([])
  })

  test('works of the library that were never looked up are looked up', async () => {
    await using world = await openTaskWorld(engine, { works: 20 })
    const { fake, database, dataFolder } = world
    const { id } = fake.works.example('plain')
    const root = join(dataFolder, 'library')
    await mkdir(join(root, id), { recursive: true })
    await writeFile(join(root, id, '01.mp3'), 'no sound, and yet a file')
    await database.write
      .insertInto('storage')
      .values({ kind: 'local', root, unknown_age_category: 'all', scanned_at: null, marker: null })
      .execute()
    const task = await world.run('sync_works', { sources: ['storages'] })
    expect(task).toMatchObject({ status: 'finished', progress: { failed: 0 } })
    const stored = await storedWorks(database)
    expect(stored).toMatchObject([{ id, name: fake.works.find(id)?.name }])
  })

  test('if the marketplace is switched off, the rest is done and nothing is requested', async () => {
    await using world = await openTaskWorld(engine, { works: 10 }, { settings: { enabled: false } })
    await layFeed(world, 'a.jsonl', ['{"id":"RJ700001","name":"One"}'])
    await world.want(['RJ300000'])
    const task = await world.run('sync_works')
    expect(task).toMatchObject({ status: 'finished', summary: { added: 1 } })
    expect((await world.run('refresh_works')).status).toBe('finished')
    expect(world.fake.counts().total).toBe(0)
  })
})
