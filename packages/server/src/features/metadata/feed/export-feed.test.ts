import { workKeyOf } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { writeInTurn } from '../../../db/changes.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { trashWorks } from '../../trash/trash.store.ts'
import { exportFeed } from './export-feed.ts'
import { exportText, importText, ingestFeedWorks } from './testing/feed-fixtures.ts'

/** More works than one page. */
const many = Array.from({ length: 1_200 }, (_, at) => ({
  id: `RJ${90_000_000 + at}`,
  name: `before ${at}`,
  genres: [{ id: '1', name: 'old name' }],
}))
const later = many.map(({ id }) => ({ id, name: 'after', genres: [{ id: '1', name: 'new name' }] }))

eachEngine((engine) => {
  test('an export is of one moment, whatever is written while it runs', async () => {
    const database = await engine.open()
    await ingestFeedWorks(database, many)
    const before = await exportText(database)
    let text = ''
    let pieces = 0
    for await (const lines of exportFeed({ database })) {
      text += lines
      pieces += 1
      // The header is not read from the database. The snapshot is taken with the first page.
      if (pieces === 2) await ingestFeedWorks(database, [...later, { id: 'RJ95000000', name: 'new' }])
    }
    expect(text === before).toBe(true)
    expect(await exportText(database)).toContain('new name')
    await database.close()
  })

  test('an export that is given up leaves the database free', async () => {
    const database = await engine.open()
    await ingestFeedWorks(database, many)
    for await (const lines of exportFeed({ database })) if (lines.includes('RJ')) break
    await ingestFeedWorks(database, later)
    expect(await exportText(database)).not.toContain('before')
    await database.close()
  })

  test.each(['.', '..'])('what was once taken in under the id %j can be imported again', async (id) => {
    const database = await engine.open()
    await ingestFeedWorks(database, many.slice(0, 1))
    await writeInTurn(database.write, (tx) => tx.updateTable('genre').set({ id }).execute())
    const text = await exportText(database)
    expect(await importText(database, text)).toMatchObject({ refused: 0, updated: 1 })
    expect(text).toMatch(/"genres":\[\{"id":"own-[0-9a-f]{12}","name":"old name"\}\]/)
    expect(await exportText(database)).toBe(text)
    await database.close()
  })

  test('what lies in the trash is not exported', async () => {
    const database = await engine.open()
    await ingestFeedWorks(database, many.slice(0, 3))
    const [first = { id: '' }] = many
    await writeInTurn(database.write, (tx) =>
      trashWorks(tx, [workKeyOf(first.id)], '2026-01-02T00:00:00.000Z'),
    )
    // The import contains the trashed work again, but the work stays in the trash.
    await ingestFeedWorks(database, later.slice(0, 3))
    const text = await exportText(database)
    expect(text).not.toContain(first.id)
    expect(text.match(/"after"/g)).toHaveLength(2)
    await database.close()
  })
})
