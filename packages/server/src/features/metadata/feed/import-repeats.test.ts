// @module-tag large
/** Tests the same work or maker in several lines or concurrent imports. */
import { expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { exportText, fullWork, ingestFeedWorks } from './testing/feed-fixtures.ts'

eachEngine((engine) => {
  test('an edition names its original in any spelling', async () => {
    const database = await engine.open()
    await ingestFeedWorks(database, [{ id: 'rj90000002', editionOf: 'rj90000001' }])
    expect(await exportText(database)).toContain('"editionOf":"RJ90000001"')
    await database.close()
  })

  test('what one line says of an entity stays where the next line is silent', async () => {
    const database = await engine.open()
    const [genre] = fullWork.genres
    const later = {
      id: 'RJ90000002',
      maker: { id: 'RG1', name: 'Quiet Rooms' },
      genres: [{ id: genre?.id, name: genre?.name, names: { 'en-US': null } }],
    }
    await ingestFeedWorks(database, [fullWork, later])
    const line = JSON.parse((await exportText(database)).trim().split('\n')[1] ?? '')
    expect(line.genres).toEqual(fullWork.genres)
    expect(line.maker).toEqual({ ...fullWork.maker, name: 'Quiet Rooms' })
    await database.close()
  })

  test('two imports at once that name the same entities wait for each other', async () => {
    const database = await engine.open()
    const shelf = (first: number, hasMakers: boolean) =>
      Array.from({ length: 1_500 }, (_, at) => ({
        id: `RJ${first + at}`,
        ...(hasMakers && { maker: { id: `m${at}`, name: `maker ${at}` } }),
        artists: [{ id: `a${at}`, name: `artist of ${first}` }],
      }))
    // One import changes makers and artists, the other only artists.
    const taken = await Promise.all([
      ingestFeedWorks(database, shelf(90_000_000, true)),
      ingestFeedWorks(database, shelf(91_000_000, false)),
    ])
    expect(taken.map(({ added }) => added)).toEqual([1_500, 1_500])
    await database.close()
  })

  test('the last line of a work wins, across and within batches', async () => {
    const database = await engine.open()
    const many = Array.from({ length: 700 }, (_, at) => ({
      id: `RJ9100${String(at).padStart(4, '0')}`,
      sales: at,
    }))
    const summary = await ingestFeedWorks(database, [
      ...many,
      { id: 'RJ91000000', sales: 5_000 },
      { id: 'RJ91000000', sales: 6_000 },
    ])
    expect(summary).toMatchObject({ read: 702, added: 700, updated: 2 })
    const row = await database.read
      .selectFrom('work')
      .select('sales')
      .where('id', '=', 'RJ91000000')
      .executeTakeFirst()
    expect(row?.sales).toBe(6_000)
    await database.close()
  })
})
