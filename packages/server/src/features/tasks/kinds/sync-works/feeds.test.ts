import { copyFile, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Task } from '@koedana/contract/tasks.ts'
import { expect, test } from 'vitest'
import { storedMessages } from '../../../../lib/messages/messages.rules.ts'
import { eachEngine } from '../../../../testing/engines.ts'
import { type OpenTasks, openTasks } from '../testing/open-tasks.ts'
import { openTaskWorld, type TaskWorld } from '../testing/task-world.ts'

const count = 4_000
const lines = Array.from({ length: count }, (_, i) =>
  JSON.stringify({ id: `RJ${700_000 + i}`, name: `Work ${i}` }),
)
const sources = ['feeds']

/**
 * Opens another node over the same database with its own data folder. It claims waiting tasks at once, so its catalog files must be
 * written first.
 */
async function openNode(
  { database, fake, now }: TaskWorld,
  lay: (feeds: string) => Promise<void>,
): Promise<OpenTasks & { readonly feeds: string }> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'koedana-node-'))
  const feeds = join(dataFolder, 'feeds')
  await mkdir(feeds)
  await lay(feeds)
  const node = openTasks({ database, dataFolder, baseUrl: fake.url, now, leaseMs: 400 })
  return {
    ...node,
    feeds,
    close: async () => {
      await node.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Creates a sync of one catalog file that another node started and left unfinished. */
async function leftBehind(world: TaskWorld) {
  const copy = join(world.dataFolder, 'copy.jsonl')
  await writeFile(copy, lines.map((line) => `${line}\n`).join(''))
  const one = await openNode(world, (feeds) => copyFile(copy, join(feeds, 'a.jsonl')))
  await utimes(copy, 0, 0)
  const id = await one.order('sync_works', { sources })
  await expect.poll(async () => (await one.find(id)).progress.done).toBeGreaterThan(0)
  await one.close()
  const left = await one.find(id)
  expect(left.status).toBe('running')
  expect(left.progress.done).toBeLessThan(count)
  return { id, copy, done: left.progress.done }
}

const storedWorks = async ({ database }: TaskWorld) =>
  (await database.read.selectFrom('work').select('id').execute()).length

eachEngine((engine) => {
  test('a server without the feed fails in words what another one began, and the feed goes in where it lies', async () => {
    await using world = await openTaskWorld(engine, { works: 1 }, { leaseMs: 400 })
    await world.close()
    const { id, copy, done } = await leftBehind(world)
    const other = await openNode(world, (feeds) => writeFile(join(feeds, 'b.jsonl'), `${lines[0]}\n`))
    const task: Task = await other.ended(id)
    expect(task).toMatchObject({
      status: 'failed',
      error:
        'These catalog files are missing from the feeds folder of the server that took over this task: a.jsonl. ' +
        'Copy them there, or share the folder between servers, and retry. Lines already imported are kept.',
    })
    expect(await storedWorks(world)).toBe(done)
    await copyFile(copy, join(other.feeds, 'a.jsonl'))
    expect(await other.ended(await other.order('sync_works', { sources }, id))).toMatchObject({
      status: 'finished',
      summary: { added: count - done },
    })
    await other.close()
  })

  test('a server with a copy goes on behind the last line, and counts each once', async () => {
    await using world = await openTaskWorld(engine, { works: 1 }, { leaseMs: 400 })
    await world.close()
    const { id, copy } = await leftBehind(world)
    const other = await openNode(world, (feeds) => copyFile(copy, join(feeds, 'a.jsonl')))
    expect(await other.ended(id)).toMatchObject({
      status: 'finished',
      progress: { done: count, total: count },
      summary: { added: count },
    })
    expect((await other.run('sync_works', { sources })).summary).toEqual({})
    await other.close()
  })

  test('a feed of another version is reported once and nothing of it is ingested; the next one is', async () => {
    await using world = await openTaskWorld(engine, { works: 1 })
    const folder = join(world.dataFolder, 'feeds')
    await mkdir(join(folder, 'folder.jsonl'), { recursive: true })
    await writeFile(join(folder, 'a.jsonl'), `{"koedana":2}\n${lines[0]}\n${lines[1]}\n`)
    await writeFile(join(folder, 'b.jsonl'), `${lines[2]}\n`)
    const task = await world.run('sync_works', { sources })
    expect(task).toMatchObject({ status: 'finished', summary: { added: 1, 'lines.failed': 1 } })
    const failed = await world.database.read
      .selectFrom('task_item')
      .select(['item', 'name'])
      .where('outcome', '=', 'failed')
      .execute()
    expect(failed).toEqual([
      {
        item: 'a.jsonl:1',
        name: storedMessages([{ code: 'catalogLine.otherVersion', values: { version: '2', supported: 1 } }]),
      },
    ])
    expect((await world.run('sync_works', { sources })).summary).toEqual({})
  })

  test('a feed that is gone when its lines are to be tried again fails in words', async () => {
    await using world = await openTaskWorld(engine, { works: 1 })
    const folder = join(world.dataFolder, 'feeds')
    await mkdir(folder)
    await writeFile(join(folder, 'a.jsonl'), 'no JSON\n')
    const { id } = await world.run('sync_works', { sources })
    await rm(join(folder, 'a.jsonl'))
    const again = await world.ended(await world.order('sync_works', { sources }, id))
    expect(again).toMatchObject({ status: 'failed', error: expect.stringContaining('a.jsonl') })
  })
})
