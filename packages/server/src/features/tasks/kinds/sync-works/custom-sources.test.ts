import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workKeyOf } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { eachEngine } from '../../../../testing/engines.ts'
import { absent, type FeedSource, found, type LookupSource, SourceFault } from '../../../metadata/source.ts'
import { openTasks } from '../testing/open-tasks.ts'

const [delivered, released] = ['RJ01000001', 'RJ01000002']

/** A lookup source without a network. Every list has the same single work. */
const lookupSource: LookupSource = {
  name: 'marketplace',
  readRecord: async (id) =>
    found({
      work: { id, name: `record of ${id}` },
      coverUrl: undefined,
      guessedCoverUrl: undefined,
      original: undefined,
      root: undefined,
      childIds: [],
    }),
  readNames: async (_id, locale) => found({ locale, name: `${locale} name`, genres: new Map() }),
  readNumbers: async (ids) => new Map(ids.map((id) => [id, found({ work: { id, sales: 12 }, hash: 'h' })])),
  readPage: async () => found({ works: [{ id: released }], total: 1, next: undefined }),
  readPicture: async () => absent,
}

/** Creates a feed source without a folder. */
function delivering(
  batches: () => AsyncIterable<{ readonly id: string; readonly name: string }>,
): FeedSource {
  return {
    name: 'feed',
    list: async () => ['one'],
    stampOf: async () => 'stamp',
    read: async function* () {
      let lines = 0
      for await (const work of batches()) {
        lines += 1
        yield { works: [{ key: workKeyOf(work.id), work, hash: String(lines) }], refused: [], lines }
      }
    },
  }
}

eachEngine((engine) => {
  async function sync(feeds: FeedSource) {
    const database = await engine.open()
    const dataFolder = await mkdtemp(join(tmpdir(), 'koedana-sources-'))
    const sources = { marketplace: lookupSource, feeds }
    const tasks = openTasks({ database, dataFolder, baseUrl: 'http://127.0.0.1:1', sources })
    try {
      const task = await tasks.run('sync_works', { sources: ['feeds', 'newReleases'] })
      const works = database.read.selectFrom('work').select(['id', 'name', 'sales']).orderBy('id')
      return { task, works: await works.execute() }
    } finally {
      await tasks.close()
      await database.close()
      await rm(dataFolder, { recursive: true, force: true })
    }
  }

  test('whatever stands behind the two interfaces is synced: what is delivered, and what is looked up', async () => {
    const feeds = delivering(async function* () {
      yield { id: delivered, name: 'named by a delivery' }
    })
    const { task, works } = await sync(feeds)
    expect(task.status).toBe('finished')
    expect(works).toEqual([
      { id: delivered, name: 'named by a delivery', sales: null },
      { id: released, name: `record of ${released}`, sales: 12 },
    ])
  })

  test('a delivery that breaks off fails the task in its own words, and what came before stays', async () => {
    const feeds = delivering(async function* () {
      yield { id: delivered, name: 'named by a delivery' }
      throw new SourceFault({ code: 'catalog.cutOff', values: { file: 'one' } })
    })
    const { task, works } = await sync(feeds)
    expect(task).toMatchObject({
      status: 'failed',
      error: 'The catalog file one is incomplete: it ends in the middle.',
    })
    expect(works.map(({ id }) => id)).toEqual([delivered])
  })
})
