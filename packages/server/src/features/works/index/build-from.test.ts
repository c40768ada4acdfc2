import { setTimeout } from 'node:timers/promises'
import { createCatalogue } from '@koedana/catalogue/catalogue.ts'
import { everything } from '@koedana/catalogue/model/query.ts'
import { expect, test } from 'vitest'
import type { Database } from '../../../db/open.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { ingestFeedWorks } from '../../metadata/feed/testing/ingesting.ts'
import { type Built, generationIn, type Sent } from './build.ts'
import { buildFrom } from './build-from.ts'
import { openLinksThread } from './links-thread.ts'
import { listsOf, ranksOf, workAt } from './testing/query-results.ts'

const someone = { ages: 0b1110, excluded: [], locale: 'en-US' } as const

eachEngine((engine) => {
  const build = async (database: Database, fewWorks: number) => {
    const sent: Sent[] = []
    const wanted = { location: database.location, day: 20_000, snapshotFolder: undefined, memory: undefined }
    await buildFrom({ ...wanted, fewWorks }, (one) => sent.push(one))
    if (!sent[0]) throw new Error('nothing was handed over')
    return generationIn(sent[0])
  }

  test('two threads build what one does', async () => {
    const database = await engine.open()
    await ingestFeedWorks(
      database,
      Array.from({ length: 300 }, (_, at) => workAt(at)),
    )
    const alone = await build(database, 1_000)
    const together = await build(database, 10)
    expect(together.generation).toEqual(alone.generation)
    expect(listsOf(createCatalogue(together))).toEqual(listsOf(createCatalogue(alone)))
    expect(ranksOf(createCatalogue(together))).toEqual(ranksOf(createCatalogue(alone)))
    await database.close()
  })

  test('both halves are of one moment, whatever is written meanwhile', async () => {
    const database = await engine.open()
    /** In one moment every work is sold as often as the number of its only genre. */
    const worksOf = (round: number) =>
      Array.from({ length: 40 }, (_, at) => ({
        ...workAt(at),
        sales: round,
        genres: [{ id: `round${round}`, name: `round ${round}` }],
      }))
    await ingestFeedWorks(database, worksOf(1))
    let isBuilding = true
    const writing = (async () => {
      let round = 1
      for (; isBuilding; await setTimeout(5)) await ingestFeedWorks(database, worksOf(++round))
      return round
    })()
    const rounds: number[] = []
    try {
      for (let tries = 0; tries < 5; tries++) rounds.push(roundOf(await build(database, 10)))
    } finally {
      isBuilding = false
    }
    expect(await writing).toBeGreaterThan(1)
    expect(rounds.every((round) => round > 0)).toBe(true)
    await database.close()
  })

  /** The sales of all works; fails where one was read before, or after, its genres. */
  function roundOf(built: Pick<Built, 'generation' | 'arena'>): number {
    const { columns } = built.generation
    const [round = 0] = columns.sales
    expect([...columns.sales]).toEqual(Array.from({ length: 40 }, () => round))
    expect(columns.genres.keys).toHaveLength(40)
    expect(new Set(columns.genres.keys).size).toBe(1)
    const catalogue = createCatalogue(built)
    const [genre] = catalogue.findEntities('genres', `round ${round}`)
    expect([...columns.genres.keys][0]).toBe(genre)
    expect(catalogue.count(everything, someone)).toBe(40)
    return round
  }
})

test('a thread that cannot open the database says so to whoever waits', async () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 16, shared: true })
  await expect(openLinksThread({ location: { folder: '/nowhere' }, memory })).rejects.toThrow(
    'directory does not exist',
  )
})
