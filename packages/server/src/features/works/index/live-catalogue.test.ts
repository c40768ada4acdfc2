// @module-tag large
import { PassThrough } from 'node:stream'
import { allAges, openFilter } from '@koedana/catalogue/model/query.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { appendChanges, latestSeq, writeInTurn } from '../../../db/changes.ts'
import { createLog, recentErrorsOf } from '../../../lib/log.ts'
import { buildInThread } from '../../../testing/build-in-thread.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { ingestFeedWorks } from '../../metadata/feed/testing/feed-fixtures.ts'
import type { Build } from './build.ts'
import { loadKernel } from './kernel.ts'
import { type LiveCatalogue, openLiveCatalogue } from './live-catalogue.ts'
import { maxDelta } from './rebuild-pace.rules.ts'
import { noListeners } from './testing/no-listeners.ts'
import { listsOf, workAt } from './testing/query-results.ts'

const genre = (number: number) => ({ id: `genre${number}`, name: `genre ${number}` })
const changing = workAt(3)
const key = workKeyOf(changing.id)

eachEngine((engine) => {
  test.each([
    ['laid over the index', 0],
    ['taken into the next generation', maxDelta + 1],
  ])(
    'what is kept of a work is forgotten when lists have what changed, not before: %s',
    async (_, others) => {
      const database = await engine.open()
      await ingestFeedWorks(database, [{ ...changing, genres: [genre(1)] }])
      let live: LiveCatalogue | undefined
      const seen: (number | undefined)[] = []
      const genreCount = () => live?.current().entitiesOf('genres', key)?.length
      const listeners = {
        ...noListeners,
        worksChanged: (keys: readonly number[] | 'all') => {
          if (keys === 'all' || keys.includes(key)) seen.push(genreCount())
        },
      }
      const log = pino({ level: 'silent' })
      live = await openLiveCatalogue({ database, log, listeners, now: () => new Date() })
      expect(genreCount()).toBe(1)
      await ingestFeedWorks(database, [{ ...changing, genres: [genre(1), genre(2), genre(3)] }])
      const unrelated = Array.from({ length: others }, (__, at) => 1_000_000 + at)
      await writeInTurn(database.write, (tx) => appendChanges(tx, 'work', unrelated))
      await live.caughtUp()
      expect(seen.length).toBeGreaterThan(0)
      expect(new Set(seen)).toEqual(new Set([3]))
      await live.close()
      await database.close()
    },
  )

  test('generations take turns in two memories, and who still holds the oldest reads the current one', async () => {
    const database = await engine.open()
    await ingestFeedWorks(database, [changing])
    const memories: {
      readonly given: WebAssembly.Memory | undefined
      readonly filled: WebAssembly.Memory
    }[] = []
    const build: Build = async (location, wishes) => {
      const built = await buildInThread(location, wishes)
      memories.push({ given: wishes?.memory, filled: built.arena.memory })
      return built
    }
    const log = pino({ level: 'silent' })
    const live = await openLiveCatalogue({ ...quiet, database, log, build })
    const oldest = live.current()
    const rebuild = async () => {
      const unrelated = Array.from({ length: maxDelta + 1 }, (_, at) => 1_000_000 + at)
      await writeInTurn(database.write, (tx) => appendChanges(tx, 'work', unrelated))
      await live.caughtUp()
    }
    await rebuild()
    expect(oldest.workCount).toBe(1)
    await ingestFeedWorks(database, [workAt(4), workAt(5)])
    await rebuild()
    const [first, second, third] = memories
    expect([first?.given, second?.given]).toEqual([undefined, undefined])
    expect(second?.filled).not.toBe(first?.filled)
    expect(third?.given).toBe(first?.filled)
    expect(oldest.count(openFilter, { ages: allAges, excluded: [], locale: 'ja-JP' })).toBe(3)
    expect(listsOf(oldest)).toEqual(listsOf(live.current()))
    await live.close()
    await database.close()
  })

  test('however many want to have read, one read is ahead', async () => {
    const database = await engine.open()
    const live = await openLiveCatalogue({ ...quiet, database, log: pino({ level: 'silent' }) })
    await live.followed()
    const waits = Array.from({ length: 1_000 }, () => live.followed())
    expect(new Set(waits).size).toBe(1)
    await ingestFeedWorks(database, [changing])
    await live.followed()
    expect(live.seq()).toBe(await latestSeq(database.read))
    await live.close()
    await database.close()
  })

  test('an index without its compiled kernel says so in the log and in its state, and serves queries', async () => {
    const database = await engine.open()
    await ingestFeedWorks(database, [changing])
    const log = createLog('warn', new PassThrough().resume())
    const kernel = loadKernel(new URL('nowhere/kernel.wasm', import.meta.url))
    const live = await openLiveCatalogue({ ...quiet, database, log, kernel })
    expect(live.state().kernel).toBe('missing')
    expect(recentErrorsOf(log).map(({ text }) => text)).toEqual([
      expect.stringContaining('without its compiled kernel'),
    ])
    expect(live.current().workCount).toBe(1)
    await live.close()
    await database.close()
  })

  test('with it nothing is said', async () => {
    const database = await engine.open()
    const log = createLog('warn', new PassThrough().resume())
    const live = await openLiveCatalogue({ ...quiet, database, log })
    expect(live.state().kernel).toBe('compiled')
    expect(recentErrorsOf(log)).toEqual([])
    await live.close()
    await database.close()
  })
})

const quiet = { listeners: noListeners, now: () => new Date() }
