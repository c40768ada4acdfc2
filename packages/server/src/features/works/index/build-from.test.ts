// @module-tag large
import { setTimeout } from 'node:timers/promises'
import { buildColumns } from '@koedana/catalogue/build/generation.ts'
import { createCatalogue } from '@koedana/catalogue/catalogue.ts'
import { createArena } from '@koedana/catalogue/memory/arena.ts'
import { openFilter } from '@koedana/catalogue/model/query.ts'
import { fieldsOf } from '@koedana/catalogue/text/text-index.ts'
import { rangedFields } from '@koedana/contract/field-lists.ts'
import { workIdOf } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { numberColumnsOf } from '../../../db/number-columns.rules.ts'
import type { Database } from '../../../db/open.ts'
import { chunksOf, insertRows } from '../../../db/statements.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { ingestFeedWorks } from '../../metadata/feed/testing/feed-fixtures.ts'
import { type BuildResult, type Built, generationIn } from './build.ts'
import { buildFrom } from './build-from.ts'
import { openLinksThread } from './links-thread.ts'
import { loadRows } from './load-rows.store.ts'
import { listsOf, ranksOf, workAt } from './testing/query-results.ts'

const someone = { ages: 0b1110, excluded: [], locale: 'en-US' } as const

eachEngine((engine) => {
  const build = async (database: Database, fewWorks: number) => {
    const sent: BuildResult[] = []
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

  test('what is built is what the rows say one by one, whatever they hold', async () => {
    const database = await engine.open()
    await storeOddWorks(database, 4_500)
    const { generation } = await build(database, 10)
    const keys = [...generation.columns.key]
    const rows = (
      await Promise.all([...chunksOf(keys, 1_000)].map((some) => loadRows(database.read, some, 20_000)))
    ).flat()
    expect(rows).toHaveLength(4_500)
    expect(generation.columns).toEqual(buildColumns(createArena(), rows))
    expect(keys.map((_, ordinal) => fieldsOf(generation.works.texts, ordinal))).toEqual(
      rows.toSorted((a, b) => a.key - b.key).map(({ texts }) => texts),
    )
    await database.close()
  })

  test('both halves are of one moment, whatever is written meanwhile', async () => {
    const database = await engine.open()
    /** Returns works whose sales equal the number of their only genre, so each snapshot is recognizable. */
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
      for (let tries = 0; tries < 5; tries++) rounds.push(assertConsistent(await build(database, 10)))
    } finally {
      isBuilding = false
    }
    expect(await writing).toBeGreaterThan(1)
    expect(rounds.every((round) => round > 0)).toBe(true)
    await database.close()
  })

  /** Returns the sales of all works. Fails if a work was read at a different moment than its genres. */
  function assertConsistent(built: Pick<Built, 'generation' | 'arena'>): number {
    const { columns } = built.generation
    const [round = 0] = columns.sales
    expect([...columns.sales]).toEqual(Array.from({ length: 40 }, () => round))
    expect(columns.genres.keys).toHaveLength(40)
    expect(new Set(columns.genres.keys).size).toBe(1)
    const catalogue = createCatalogue(built)
    const [genre] = catalogue.findEntities('genres', `round ${round}`)
    expect([...columns.genres.keys][0]).toBe(genre)
    expect(catalogue.count(openFilter, someone)).toBe(40)
    return round
  }
})

/** Stores more than one page of works with numbers and texts of every kind that a row can contain; some are in the trash. */
async function storeOddWorks(database: Database, count: number): Promise<void> {
  const pick = <T>(values: readonly T[], at: number) => values[at % values.length] ?? null
  const numbers = [null, 0, 7, -7, 2 ** 31 - 1, -(2 ** 31), 2 ** 33 + 5]
  const instants = ['1969-12-31T23:59:59.999Z', '2024-02-29T12:00:00.000Z', '9999-12-31T23:59:59.999Z']
  /** Returns keys, some of them far apart. */
  const keyOf = (at: number) => 3 * at + 1 + 10_000 * Math.floor(at / 60)
  const ordinals = Array.from({ length: count + 100 }, (_, at) => at)
  const works = ordinals.map((at) => ({
    key: keyOf(at),
    id: workIdOf(keyOf(at)),
    name: pick(['雨 と 夜', 'Größe 👩‍👩‍👧', 'a\nb "c" \\', '\u0001', 'plain', ' '], at),
    kana: pick([null, '', 'カナ', 'ｶﾅ'], at),
    age_category: pick([null, 'all', 'r15', 'r18'], at),
    ...numberColumnsOf(rangedFields, (field) => pick(numbers, at + rangedFields.indexOf(field))),
    released_on: pick([null, '1969-12-31', '2024-02-29', '9999-12-31'], at),
    availability: 'on_sale',
    edition_of_key: pick([null, keyOf(at + 1), 1], at),
    in_library: at % 2,
    has_lyrics: pick([0, 1, 1], at),
    lyrics_languages: pick([null, 0, 5, 15], at),
    added_at: pick([null, ...instants], at),
    created_at: pick(instants, at),
    updated_at: pick(instants, at + 1),
    trashed_at: at < count ? null : pick(instants, at),
  }))
  const links = works.flatMap(({ key }, at) =>
    [5, 2, 70_000]
      .slice(0, at % 4)
      .map((entity, position) => ({ work_key: key, entity_key: entity, position })),
  )
  const names = ordinals.flatMap((at) =>
    ['zh-CN', 'en-US']
      .slice(0, at % 3)
      .map((locale) => ({ work_key: keyOf(at), locale, name: `${locale} ${at}` })),
  )
  const spoken = ordinals.flatMap((at) =>
    ['ja', 'en', 'no-such'].slice(0, at % 4).map((language) => ({ work_key: keyOf(at), language })),
  )
  const entities = [2, 5, 70_000].map((key) => ({
    key,
    id: `E${key}`,
    name: `E ${key}`,
    created_at: '',
    updated_at: '',
  }))
  const tables = {
    genre: entities,
    artist: entities,
    work: works,
    work_genre: links,
    work_artist: links,
    work_name: names,
    work_language: spoken,
  }
  for (const [table, rows] of Object.entries(tables))
    await insertRows(database, database.write, { table, columns: Object.keys(rows[0] ?? {}), rows })
}

test('a thread that cannot open the database says so to whoever waits', async () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 16, shared: true })
  await expect(openLinksThread({ location: { folder: '/nowhere' }, memory })).rejects.toThrow(
    'directory does not exist',
  )
})
