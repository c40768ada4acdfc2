// @module-tag large
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCatalogue } from '@koedana/catalogue/catalogue.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendChanges, maxKeptChanges } from '../../../db/changes.ts'
import type { Database } from '../../../db/open.ts'
import { saveSetting } from '../../../db/settings.store.ts'
import { buildInThread } from '../../../testing/build-in-thread.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { ingestFeedWorks } from '../../metadata/feed/testing/feed-fixtures.ts'
import { buildInWorker } from './build.ts'
import { openLiveCatalogue } from './live-catalogue.ts'
import { maxDelta } from './rebuild-pace.rules.ts'
import { snapshotFile } from './snapshot-file.ts'
import { noListeners } from './testing/no-listeners.ts'
import { listsOf, ranksOf, workAt } from './testing/query-results.ts'

const shelf = Array.from({ length: 100 }, (_, at) => workAt(at))
const read = 'index read from its snapshot'
const refused = 'index snapshot not used'

eachEngine((engine) => {
  let database: Database
  let folder: string
  let started: (() => Promise<void>)[] = []
  beforeEach(async () => {
    database = await engine.open()
    folder = await mkdtemp(join(tmpdir(), 'koedana-snapshot-'))
    await ingestFeedWorks(database, shelf)
    await (await start()).close()
  })
  afterEach(async () => {
    for (const close of started) await close()
    started = []
    await database.close()
    await rm(folder, { recursive: true })
  })

  /** Returns the catalog of a server that starts now, and its log messages. */
  async function start(now = () => new Date(), build = buildInThread) {
    const logged: string[] = []
    const lines: string[] = []
    const write = (line: string) => {
      lines.push(line)
      logged.push(JSON.parse(line).msg)
    }
    const log = pino({ level: 'info' }, { write })
    const live = await openLiveCatalogue({
      database,
      log,
      listeners: noListeners,
      now,
      snapshotFolder: folder,
      build,
    })
    started.push(live.close)
    return { ...live, logged, lines }
  }

  test('a folder at its path keeps it from being written, which is logged in words', async () => {
    await rm(snapshotFile(folder))
    await mkdir(snapshotFile(folder))
    const { close, logged, lines } = await start()
    await close()
    expect(logged).toEqual([refused, 'the index snapshot was not written: starts take longer'])
    expect(lines.join('')).toContain('EISDIR')
    expect(lines.join('')).not.toContain('.ts:')
  })

  const cold = async () => createCatalogue(await buildInThread(database.location))

  test('a thread of its own writes the snapshot that the next start reads', async () => {
    await rm(snapshotFile(folder))
    const first = await start(undefined, buildInWorker)
    expect(first.logged).toEqual([])
    await first.close()
    expect((await start()).logged).toEqual([read])
  })

  test('a start from the snapshot returns what a start from the database returns', async () => {
    const { current, logged, close } = await start()
    expect(logged).toEqual([read])
    const other = await cold()
    expect(listsOf(current())).toEqual(listsOf(other))
    expect(ranksOf(current())).toEqual(ranksOf(other))
    await close()
  })

  test('what changed since the snapshot is there from the first response on', async () => {
    const renamed = { id: 'maker3', name: 'another 3 maker' }
    await ingestFeedWorks(database, [
      { ...workAt(3), maker: renamed, sales: 70 },
      { ...workAt(8), name: '夜 tale' },
      workAt(150),
    ])
    const { current, logged, close } = await start()
    expect(logged).toEqual([read])
    expect(current().deltaSize).toBeGreaterThan(0)
    expect(listsOf(current())).toEqual(listsOf(await cold()))
    expect(current().findEntities('makers', 'another').size).toBe(1)
    await close()
  })

  test('a damaged snapshot is put aside with one line, and written anew', async () => {
    const whole = await readFile(snapshotFile(folder))
    const flipped = (at: number) => {
      const bytes = Buffer.from(whole)
      bytes.writeUInt8((bytes[at] ?? 0) ^ 4, at)
      return bytes
    }
    const damaged = [
      Buffer.alloc(0),
      Buffer.from('something else, of any kind'),
      whole.subarray(0, 200),
      whole.subarray(0, whole.length - 1),
      Buffer.concat([whole, Buffer.alloc(1)]),
      ...[0, 9, 100, Math.floor(whole.length / 2), whole.length - 1].map(flipped),
    ]
    const expected = listsOf(await cold())
    for (const bytes of damaged) {
      await writeFile(snapshotFile(folder), bytes)
      const { current, logged, close } = await start()
      expect(logged).toEqual([refused])
      expect(listsOf(current())).toEqual(expected)
      await close()
    }
    expect((await start()).logged).toEqual([read])
    expect(await readdir(folder)).toEqual(['index.snapshot'])
  })

  test('the snapshot of another database, or of one that was put back, is not used', async () => {
    await saveSetting(database.write, 'indexSnapshots', '["of another"]')
    const { logged, close } = await start()
    expect(logged).toEqual([refused])
    await close()
  })

  test('a snapshot that is too far behind is not used', async () => {
    const keys = Array.from({ length: maxDelta + 1 }, (_, at) => 1_000 + at)
    const change = (some: number[]) =>
      database.write.transaction().execute((tx) => appendChanges(tx, 'work', some))
    // Repeated changes of the same works count once.
    await change(Array.from({ length: 5_000 }, (_, at) => at % 10))
    const near = await start()
    expect(near.logged).toEqual([read])
    await near.close()
    await change(keys)
    const far = await start()
    expect(far.logged).toEqual([refused])
    await far.close()
  })

  test('a snapshot from before changes that are gone is not used, and a follower starts over', async () => {
    const live = await start()
    await ingestFeedWorks(database, [workAt(150)])
    const few = Array.from({ length: maxKeptChanges * 1.2 }, () => 1)
    const change = () => database.write.transaction().execute((tx) => appendChanges(tx, 'work', few))
    await change()
    await live.caughtUp()
    expect(live.current().deltaSize).toBe(0)
    expect(listsOf(live.current())).toEqual(listsOf(await cold()))
    await live.close()
    const again = await start()
    expect(again.logged).toEqual([read])
    await again.close()
    await change()
    expect((await start()).logged).toEqual([refused])
  })

  test('growth is counted anew when the day turns', async () => {
    let now = new Date('2026-03-02T12:00:00.000Z')
    await ingestFeedWorks(database, [{ id: workAt(0).id, sales: 100 }], '2026-03-01T10:00:00.000Z')
    await ingestFeedWorks(database, [{ id: workAt(0).id, sales: 150 }], '2026-03-02T10:00:00.000Z')
    const live = await start(() => now)
    await live.caughtUp()
    const sold = () => live.current().soldOver(workKeyOf(workAt(0).id), 'daily')
    expect(sold()).toBe(50)
    const { length } = live.logged
    now = new Date('2027-06-04T00:00:01.000Z')
    await live.caughtUp()
    expect(live.logged.slice(length)).toEqual(['index rebuilt'])
    expect(sold()).toBe(0)
    await live.close()
  })
})
