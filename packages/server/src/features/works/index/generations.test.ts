// @module-tag large
/** Threads that read generations built by one of them; here all run in the thread of the test. */
import { allAges, openFilter } from '@koedana/catalogue/model/query.ts'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { appendChanges, writeInTurn } from '../../../db/changes.ts'
import { buildInThread } from '../../../testing/build-in-thread.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { ingestFeedWorks } from '../../metadata/feed/testing/feed-fixtures.ts'
import type { Build } from './build.ts'
import { createGenerationInbox, createGenerationPublisher, type GenerationInbox } from './generations.ts'
import { openLiveCatalogue } from './live-catalogue.ts'
import { maxDelta } from './rebuild-pace.rules.ts'
import { noListeners } from './testing/no-listeners.ts'
import { listsOf, workAt } from './testing/query-results.ts'

const quiet = { listeners: noListeners, now: () => new Date(), log: pino({ level: 'silent' }) }
const everybody = { ages: allAges, excluded: [], locale: 'ja-JP' } as const

eachEngine((engine) => {
  test('what one thread builds another reads in the same memory, and a memory is built over once both have left it', async () => {
    const database = await engine.open()
    await ingestFeedWorks(database, [workAt(1)])
    const given: (WebAssembly.Memory | undefined)[] = []
    const filled: WebAssembly.Memory[] = []
    const build: Build = async (location, wishes) => {
      const built = await buildInThread(location, wishes)
      given.push(wishes?.memory)
      filled.push(built.arena.memory)
      return built
    }
    const publisher = createGenerationPublisher()
    const live = await openLiveCatalogue({ ...quiet, database, build, readers: publisher })
    const held: number[] = []
    let isHeld = false
    let inbox: GenerationInbox | undefined
    const reader = publisher.admit((next) => inbox?.receive(next))
    inbox = createGenerationInbox(reader.first, {
      left: (number) => (isHeld ? held.push(number) : reader.left(number)),
      want: reader.want,
    })
    const beside = await openLiveCatalogue({ ...quiet, database, source: inbox })
    const rebuild = async (first: number) => {
      await ingestFeedWorks(database, [workAt(first)])
      const unrelated = Array.from({ length: maxDelta + 1 }, (_, at) => 1_000_000 + at)
      await writeInTurn(database.write, (tx) => appendChanges(tx, 'work', unrelated))
      await Promise.all([live.caughtUp(), beside.caughtUp()])
      expect(listsOf(beside.current())).toEqual(listsOf(live.current()))
      expect(beside.state().generation).toBe(live.state().generation)
    }
    const oldest = beside.current()
    await rebuild(2)
    await expect.poll(() => filled.slice(0, 1).every(publisher.haveLeft)).toBe(true)
    await rebuild(3)
    expect([given[1], given[2]]).toEqual([undefined, filled[0]])
    expect(oldest.count(openFilter, everybody)).toBe(3)
    // Memory that a reader still uses must not be reused.
    isHeld = true
    await rebuild(4)
    await rebuild(5)
    expect(given[4]).toBeUndefined()
    for (const number of held) reader.left(number)
    isHeld = false
    await rebuild(6)
    await rebuild(7)
    expect(given.at(-1)).toBeDefined()
    expect(listsOf(oldest)).toEqual(listsOf(live.current()))
    await beside.close()
    reader.gone()
    await live.close()
    await database.close()
  })

  test('a thread that began late, or missed one, is given what there is', async () => {
    const database = await engine.open()
    await ingestFeedWorks(database, [workAt(1)])
    const publisher = createGenerationPublisher()
    const live = await openLiveCatalogue({ ...quiet, database, build: buildInThread, readers: publisher })
    let inbox: GenerationInbox | undefined
    let isDeaf = true
    const reader = publisher.admit((next) => (isDeaf ? undefined : inbox?.receive(next)))
    inbox = createGenerationInbox(reader.first, reader)
    const beside = await openLiveCatalogue({ ...quiet, database, source: inbox })
    await ingestFeedWorks(database, [workAt(2)])
    const unrelated = Array.from({ length: maxDelta + 1 }, (_, at) => 1_000_000 + at)
    await writeInTurn(database.write, (tx) => appendChanges(tx, 'work', unrelated))
    await live.caughtUp()
    isDeaf = false
    const waiting = beside.caughtUp()
    await writeInTurn(database.write, (tx) => appendChanges(tx, 'work', unrelated))
    await Promise.all([live.caughtUp(), waiting])
    expect(beside.current().count(openFilter, everybody)).toBe(2)
    expect(listsOf(beside.current())).toEqual(listsOf(live.current()))
    // Pending requests for further generations end.
    await Promise.all([beside.close(), live.close()])
    await database.close()
  })
})
