import { Readable } from 'node:stream'
import { createCatalogue } from '@koedana/catalogue/catalogue.ts'
import { linkedKinds } from '@koedana/catalogue/model/generation.ts'
import { viewer, workQuery } from '@koedana/catalogue/testing/arbitraries.ts'
import { runCount } from '@koedana/catalogue/testing/property-runs.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { ageCategories, languages, workIdOf, workKeyOf } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { writeInTurn } from '../../../db/changes.ts'
import type { Database } from '../../../db/open.ts'
import { listInSql } from '../../../db/testing/works-oracle.ts'
import { buildInThread } from '../../../testing/build-in-thread.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { importFeed } from '../../metadata/feed/import-feed.ts'
import { trashWorks } from '../../trash/trash.store.ts'
import { findLinks } from '../works.store.ts'

const small = fc.option(fc.integer({ min: 0, max: 6 }), { nil: null })
const entity = fc
  .integer({ min: 1, max: 6 })
  .map((number) => ({ id: `e${number}`, name: `Entity ${number}` }))
const entities = (most: number) => fc.uniqueArray(entity, { maxLength: most, selector: ({ id }) => id })

/** Few distinct values and many unknown ones, so that ties and gaps are frequent. Keys are 1 to 120; those up to 30 are originals. */
const work: fc.Arbitrary<FeedWork> = fc
  .record({
    id: fc.integer({ min: 1, max: 120 }).map(workIdOf),
    name: fc.constantFrom('雨', 'Rain'),
    ageCategory: fc.option(fc.constantFrom(...ageCategories), { nil: null }),
    price: small,
    sales: small,
    wishlistCount: small,
    ratingCount: small,
    reviewCount: small,
    duration: small,
    rating: fc.option(
      fc.integer({ min: 0, max: 6 }).map((hundredths) => hundredths / 100),
      { nil: null },
    ),
    releaseDate: fc.option(
      fc.integer({ min: 1, max: 7 }).map((day) => `1970-01-0${day}`),
      { nil: null },
    ),
    languages: fc.subarray([...languages.slice(0, 3)]),
    maker: fc.option(entity, { nil: null }),
    series: fc.option(entity, { nil: null }),
    artists: entities(3),
    illustrators: entities(2),
    genres: entities(5),
    // Some originals do not exist.
    editionOf: fc.option(fc.integer({ min: 1, max: 30 }).map(workIdOf), { nil: null, freq: 1 }),
  })
  .map((one) => (workKeyOf(one.id) > 30 ? one : { ...one, editionOf: null }))

const requested = workQuery
  .filter(({ sort }) => sort !== 'random' && sort !== 'relevance' && sort !== 'popular')
  .map((query) => ({ ...query, search: undefined }))

eachEngine((engine) => {
  test('the index returns what SQL returns on random catalogues, without what lies in the trash', async () => {
    for (const seed of [1, 2, 3]) {
      const database = await engine.open()
      const [works = []] = fc.sample(
        fc.uniqueArray(work, { minLength: 80, maxLength: 120, selector: ({ id }) => id }),
        { seed, numRuns: 1 },
      )
      await store(database, works)
      const trashed = works.slice(0, 9).map(({ id }) => workKeyOf(id))
      await writeInTurn(database.write, (tx) => trashWorks(tx, trashed, '2026-01-02T00:00:00.000Z'))
      const catalogue = createCatalogue(await buildInThread(database.location))
      for (const [query, viewing] of fc.sample(fc.tuple(requested, viewer), {
        seed,
        numRuns: runCount(300),
      })) {
        const shown = { ...query, excludedWorks: [...query.excludedWorks, ...trashed] }
        const statements = listInSql(shown, viewing)
        const [first = ''] = statements.pages
        const page = await sql<{ key: number }>`${sql.raw(first)}`.execute(database.read)
        const total = await sql<{ total: number | string }>`${sql.raw(statements.total)}`.execute(
          database.read,
        )
        const expected = { keys: page.rows.map(({ key }) => key), total: Number(total.rows[0]?.total) }
        expect(catalogue.list(query, viewing), JSON.stringify({ seed, query, viewing })).toEqual(expected)
      }
      await database.close()
    }
  })

  test('the index has the entities of a work in the order its sources gave them', async () => {
    const database = await engine.open()
    const [works = []] = fc.sample(fc.uniqueArray(work, { minLength: 60, selector: ({ id }) => id }), {
      seed: 4,
      numRuns: 1,
    })
    await store(database, works)
    const catalogue = createCatalogue(await buildInThread(database.location))
    const links = await findLinks(
      database.read,
      works.map(({ id }) => workKeyOf(id)),
    )
    expect(links.size).toBe(works.length)
    for (const [key, stored] of links) {
      for (const kind of linkedKinds) expect(catalogue.entitiesOf(kind, key)).toEqual(stored[kind])
    }
    expect(
      [...links.values()].some(({ genres }) => genres.some((one, at) => one < (genres[at - 1] ?? 0))),
    ).toBe(true)
    await database.close()
  })
})

function store(database: Database, works: readonly FeedWork[]) {
  const lines = Readable.from([Buffer.from(works.map((one) => JSON.stringify(one)).join('\n'))])
  return importFeed({ database, lines, now: () => new Date('2026-01-01T00:00:00.000Z') })
}
