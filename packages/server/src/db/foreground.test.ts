import { api } from '@koedana/contract/api.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { onPostgres } from '../testing/engines.ts'
import { startTestServer, type World } from '../testing/test-server.ts'
import { appendBulkChanges, appendChanges, writeInTurn } from './changes.ts'
import { type BulkPace, openBulkPace } from './foreground.ts'

describe.skipIf(inject('postgresUrl') === undefined)('on postgres', () => {
  let here: World
  let pace: BulkPace
  const rests: number[] = []
  beforeAll(async () => {
    here = await startTestServer(onPostgres())
    pace = await openBulkPace(here.deps.database, async (ms) => {
      rests.push(ms)
    })
  })
  afterAll(async () => {
    await pace.close()
    await here.close()
  })

  const tookMs = 500
  const isResting = async () => {
    rests.length = 0
    pace.stored(tookMs)
    await pace.rested()
    return rests.length > 0
  }
  const append = (by: typeof appendChanges) =>
    writeInTurn(here.deps.write, (tx) => by(tx, 'work', [1_000_000]))

  test('what is stored in bulk rests while a server serves people, for no longer than twice what it took', async () => {
    expect(await isResting()).toBe(false)
    await here.as('zh-CN')(api.listWorks, { query: {} })
    await append(appendChanges)
    await here.deps.catalogue.followed()
    expect(await isResting()).toBe(false)
    await append(appendBulkChanges)
    await here.deps.catalogue.followed()
    await expect
      .poll(async () => {
        await here.as('zh-CN')(api.listWorks, { query: {} })
        return isResting()
      })
      .toBe(true)
    expect(rests[0]).toBeLessThanOrEqual(2 * tookMs)
  })
})

test('on SQLite nobody is heeded, since whoever writes goes behind by itself', async () => {
  const rests: number[] = []
  const pace = await openBulkPace({ location: { folder: '/nowhere' } }, async (ms) => {
    rests.push(ms)
  })
  pace.stored(1_000)
  await pace.rested()
  await pace.close()
  expect(rests).toEqual([])
})

test('who cannot follow what servers announce stores without a rest', async () => {
  const location = { folder: '/nowhere', url: 'postgres://nobody@127.0.0.1:1/none' }
  const pace = await openBulkPace({ location }, async () => {
    throw new Error('it rested')
  })
  pace.stored(1_000)
  await expect(pace.rested()).resolves.toBeUndefined()
  await pace.close()
})
