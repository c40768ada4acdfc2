// @module-tag large
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachEngine } from '../../../../testing/engines.ts'
import { type SignedInPerson, startTestServer } from '../../../../testing/test-server.ts'
import { onTwoNodes, startTwoNodes } from '../../../../testing/two-nodes.ts'
import {
  CustomWorkLibrary,
  filesOf,
  listen,
  readPersonalData,
  savePersonalData,
} from '../../testing/custom-work-library.ts'

const market = 'RJ334212'

eachEngine((engine) => {
  let shelf: CustomWorkLibrary
  let one: SignedInPerson
  let two: SignedInPerson
  beforeEach(async () => {
    const w = await startTestServer(engine)
    shelf = await CustomWorkLibrary.over(w)
    one = await w.signIn()
    two = await w.signIn()
  })
  afterEach(async () => {
    await shelf.w.close()
    await shelf.close()
  })

  /** Returns the personal data that the test saves for each work. */
  const all = (id: string, fileId: string, rating = 4) => ({
    favorite: true,
    state: 'listening',
    rating,
    note: `note ${rating}`,
    tags: [`tag ${rating}`],
    position: [id, fileId, 0.2],
    tracks: [fileId],
    bookmarks: [[fileId, 'here']],
    playlist: [
      [id, null],
      [id, fileId],
    ],
    favorites: [id],
    history: [id],
  })

  describe.each([
    ['settling a folder', () => shelf.settle('rain', { decision: 'work', workId: market })],
    [
      'renaming a folder',
      async () => {
        await shelf.rename('rain', `${market} rain`)
        await shelf.scan()
      },
    ],
  ])('%s', (_way, giveId) => {
    test('moves what every user keeps, and the old ID leads to the new work', async () => {
      const { w } = shelf
      const old = await shelf.workAt('rain')
      const fileId = await savePersonalData(shelf, one, old, 4)
      await savePersonalData(shelf, two, old, 2)
      await giveId()
      expect(await readPersonalData(one, market)).toEqual(all(market, fileId, 4))
      expect(await readPersonalData(two, market)).toEqual(all(market, fileId, 2))
      expect((await w.call(api.getWork, { params: { id: old } })).id).toBe(market)
      expect(await readPersonalData(one, old)).toEqual(all(market, fileId, 4))
      expect((await filesOf(w, old)).map(({ id }) => id)).toContain(fileId)
      const inLibrary = (await w.call(api.listWorks, { query: { inLibrary: true } })).items
      expect(inLibrary.map(({ id }) => id)).toContain(market)
      expect((await w.call(api.listWorks, {})).items.map(({ id }) => id)).not.toContain(old)
      const [again] = await listen(one.call, { playId: 'play-0009', fileId, position: 0.24 })
      expect(again).toMatchObject({ workId: market, position: 0.24 })
    })
  })

  test('shares, filters and edits that name the old ID hold for the new work', async () => {
    const { w, admin } = shelf
    await admin.call(api.updateSiteSettings, { body: { sharing: 'view' } })
    const old = await shelf.workAt('rain')
    await admin.call(api.updateWork, { params: { id: old }, body: { values: { name: 'Night rain' } } })
    const target = { kind: 'work' as const, workId: old }
    const { token } = await one.call(api.createShare, { body: { target, days: 7, listening: false } })
    await shelf.settle('rain', { decision: 'work', workId: market })
    const { pass } = await w.call(api.openShared, { body: { token } })
    const shared = await w.call(api.listSharedWorks, { body: { pass } })
    expect(shared.items.map(({ id }) => id)).toEqual([market])
    expect((await one.call(api.listShares, {})).items.map((share) => share.target)).toEqual([
      { kind: 'work', workId: market },
    ])
    const query = { excludedWorks: [old] }
    expect((await w.call(api.listWorks, { query })).items.map(({ id }) => id)).not.toContain(market)
    const { title } = await w.call(api.getWork, { params: { id: market } })
    expect(title).toBe('Night rain')
    const { edits, fields } = await admin.call(api.getWorkEdits, { params: { id: market } })
    expect(edits.length).toBeGreaterThan(0)
    expect(fields.name?.lock).not.toBeNull()
  })

  test('two works that become one keep what users had of both', async () => {
    const { w } = shelf
    await w.make([{ id: market, name: 'Rain of the feed', ageCategory: 'all' }])
    await one.call(api.saveMark, {
      params: { id: market },
      body: { rating: 1, note: 'earlier', addTags: ['feed'] },
    })
    await two.call(api.saveMark, { params: { id: market }, body: { rating: 5, note: 'mine' } })
    await two.call(api.addFavorite, { params: { id: market } })
    const rain = await shelf.workAt('rain')
    const snow = await shelf.workAt('snow')
    const fileId = await savePersonalData(shelf, one, rain, 4)
    const [second] = await filesOf(w, snow)
    await listen(two.call, { playId: 'play-0007', fileId: second?.id ?? '', position: 0.1 })
    await shelf.settle('rain', { decision: 'work', workId: market })
    await shelf.settle('snow', { decision: 'work', workId: market })
    const kept = await readPersonalData(one, market)
    expect(kept).toMatchObject({ rating: 4, tags: ['feed', 'tag 4'], position: [market, fileId, 0.2] })
    expect(kept.note.split('\n\n').sort()).toEqual(['earlier', 'note 4'])
    const marks = await two.call(api.getMark, { params: { id: snow } })
    expect(marks).toMatchObject({ id: market, favorite: true, rating: 5, note: 'mine' })
    const { progress } = await two.call(api.getProgress, { params: { id: market } })
    expect(progress?.fileId).toBe(second?.id)
    expect((await w.call(api.getWork, { params: { id: rain } })).title).toBe('Rain of the feed')
  })

  test.each([
    ['that no source knows', false],
    ['of the catalog', true],
  ])('a work %s gives everything back when its folder loses the ID', async (_which, isKnown) => {
    const { w } = shelf
    if (isKnown) await w.make([{ id: market, name: 'Rain of the feed', ageCategory: 'all' }])
    const old = await shelf.workAt('rain')
    const fileId = await savePersonalData(shelf, one, old)
    if (isKnown) await two.call(api.saveMark, { params: { id: market }, body: { rating: 5 } })
    await shelf.settle('rain', { decision: 'work', workId: market })
    await shelf.unsettle('rain')
    expect(await shelf.workAt('rain')).toBe(old)
    const kept = await readPersonalData(one, old)
    expect(kept).toMatchObject({
      ...all(old, fileId),
      favorites: expect.any(Array),
      playlist: expect.any(Array),
    })
    expect(kept.favorites).toContain(old)
    expect(kept.playlist).toContainEqual([old, null])
    expect(kept.playlist).toContainEqual([old, fileId])
    if (isKnown) expect((await two.call(api.getMark, { params: { id: market } })).rating).toBe(5)
    if (isKnown) expect((await two.call(api.getMark, { params: { id: old } })).rating).toBeNull()
    expect((await w.call(api.getWork, { params: { id: market } })).id).toBe(isKnown ? market : old)
  })

  test('a wrong ID that only the folder had gives way to the right one', async () => {
    const old = await shelf.workAt('rain')
    const fileId = await savePersonalData(shelf, one, old)
    await shelf.rename('rain', 'RJ99999998 rain')
    await shelf.scan()
    await shelf.rename('RJ99999998 rain', `${market} rain`)
    await shelf.scan()
    for (const id of [old, 'RJ99999998', market])
      expect(await readPersonalData(one, id)).toEqual(all(market, fileId))
  })

  test('files that leave for a work of their own take what names them, and nothing else', async () => {
    const { w } = shelf
    const old = await shelf.workAt('rain')
    const fileId = await savePersonalData(shelf, one, old)
    await mkdir(join(shelf.folder, market))
    await shelf.rename('rain/1.wav', `${market}/1.wav`)
    await shelf.scan()
    expect((await filesOf(w, old)).map(({ id }) => id)).not.toContain(fileId)
    const mark = await one.call(api.getMark, { params: { id: old } })
    expect(mark).toMatchObject({ id: old, favorite: true, rating: 4 })
    const { progress } = await one.call(api.getProgress, { params: { id: market } })
    expect(progress).toMatchObject({ workId: market, fileId })
    const { items } = await one.call(api.listWorkBookmarks, { params: { id: market } })
    expect(items.map((item) => item.fileId)).toEqual([fileId])
  })

  test.each(['progress', 'bookmark', 'favorite', 'work_alias'])(
    'a scan that ends while it writes %s leaves all with the old work, and the next one moves it',
    async (table) => {
      const { write, dialect } = shelf.w.deps.database
      const old = await shelf.workAt('rain')
      const fileId = await savePersonalData(shelf, one, old)
      if (dialect.name === 'sqlite')
        await sql`create trigger fault before insert on ${sql.table(table)}
          begin select raise(abort, 'fault'); end`.execute(write)
      else {
        await sql`create function fault() returns trigger language plpgsql as
          $$ begin raise exception 'fault'; end $$`.execute(write)
        await sql`create trigger fault before insert on ${sql.table(table)}
          for each row execute function fault()`.execute(write)
      }
      await shelf.settle('rain', { decision: 'work', workId: market })
      expect(await readPersonalData(one, old)).toEqual(all(old, fileId))
      if (dialect.name === 'sqlite') await sql`drop trigger fault`.execute(write)
      else await sql`drop function fault cascade`.execute(write)
      await shelf.scan()
      expect(await readPersonalData(one, old)).toEqual(all(market, fileId))
    },
  )
})

onTwoNodes(() => {
  test('the other node follows the old ID as well', async () => {
    const both = await startTwoNodes()
    const shelf = await CustomWorkLibrary.over(both.one)
    try {
      const person = await both.one.signIn()
      const old = await shelf.workAt('rain')
      await savePersonalData(shelf, person, old)
      await shelf.settle('rain', { decision: 'work', workId: market })
      await both.followed()
      const call = both.other.bearing(person.token)
      expect((await call(api.getWork, { params: { id: old } })).id).toBe(market)
      expect(await call(api.getMark, { params: { id: old } })).toMatchObject({ id: market, rating: 4 })
      expect((await call(api.listFavorites, {})).items.map(({ id }) => id)).toEqual([market])
    } finally {
      await both.close()
      await shelf.close()
    }
  })
})
