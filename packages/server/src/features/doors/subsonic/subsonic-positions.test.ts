/** Tests the position in a work, with every kind of report that apps send (ADR 0035). */
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import {
  lastSong,
  rain,
  rainAlbum,
  rainSong,
  type SubsonicWorld,
  subsonicWorld,
} from './testing/subsonic-world.ts'

eachEngine((engine) => {
  let here: SubsonicWorld
  beforeEach(async () => {
    here = await subsonicWorld(engine)
  })
  afterEach(() => here.close())

  test('scrobbles of several days without a network move no position and add no time, in any order', async () => {
    const { read, owner } = await here.enter()
    const place = async () => (await owner.call(api.getProgress, { params: { id: rain } })).progress
    await read('createBookmark', { id: rainSong, position: 30_500 })
    const before = await place()
    const hour = 3_600_000
    for (const hoursAgo of [[72, 71, 70], [96], [1, 2]])
      await read('scrobble', {
        id: hoursAgo.map(() => lastSong),
        time: hoursAgo.map((ago) => String(Date.now() - ago * hour)),
        submission: 'true',
      })
    expect(await place()).toEqual(before)
    const { db } = here.w.deps
    expect(await db.selectFrom('listening_hour').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('play').select('id').execute()).toHaveLength(1)
  })

  test('a bookmark, a queue and a report are one place, and a scrobble is none', async () => {
    const { read, codeOf, owner } = await here.enter()
    const place = async () => (await owner.call(api.getProgress, { params: { id: rain } })).progress
    await read('scrobble', { id: rainSong, submission: 'true' })
    expect(await place()).toBeNull()
    expect((await read('getPlayQueue')).playQueue).toMatchObject({ username: 'listener', entry: [] })
    await read('createBookmark', { id: rainSong, position: 30_500, comment: 'here' })
    expect(await place()).toMatchObject({ fileId: rainSong.slice(3), position: 30.5, device: 'Test app' })
    expect(await read('getBookmarks')).toMatchObject({
      bookmarks: {
        bookmark: [
          { position: 30_500, username: 'listener', entry: { id: rainSong, bookmarkPosition: 30_500 } },
        ],
      },
    })
    await read('savePlayQueue', { id: [rainSong, lastSong], current: lastSong, position: 2_000 })
    expect(await read('getPlayQueue')).toMatchObject({
      playQueue: {
        current: lastSong,
        position: 2_000,
        changedBy: 'Test app',
        entry: [{ id: rainSong }, { id: lastSong }],
      },
    })
    await read('savePlayQueueByIndex', { id: [rainSong, lastSong], currentIndex: 1, position: 3_000 })
    expect(await read('getPlayQueueByIndex')).toMatchObject({
      playQueueByIndex: { currentIndex: 1, position: 3_000 },
    })
    expect(await codeOf('savePlayQueueByIndex', { id: rainSong, currentIndex: 7 })).toBe(10)
    await read('savePlayQueue')
    expect(await place()).toMatchObject({ position: 3 })
    const report = { mediaId: lastSong, mediaType: 'song' }
    await read('reportPlayback', { ...report, positionMs: 20_000, state: 'playing' })
    expect(await place()).toMatchObject({ position: 20, finished: false })
    await read('deleteBookmark', { id: lastSong })
    expect(await read('getBookmarks')).toMatchObject({ bookmarks: { bookmark: [] } })
    expect(await place()).toMatchObject({ position: 20 })
    await read('reportPlayback', { ...report, positionMs: 58_000, state: 'stopped' })
    expect(await place()).toMatchObject({ finished: true })
    expect(await codeOf('reportPlayback', { ...report, positionMs: 1, state: 'dancing' })).toBe(10)
    expect(await read('getAlbumList2', { type: 'recent' })).toMatchObject({
      albumList2: { album: [{ id: rainAlbum }] },
    })
  })

  test('a place behind the end of a song is its end', async () => {
    const { read, owner } = await here.enter()
    await read('createBookmark', { id: rainSong, position: 5_000_000, comment: 'here' })
    expect((await owner.call(api.getProgress, { params: { id: rain } })).progress).toMatchObject({
      fileId: rainSong.slice(3),
      position: 60,
    })
  })

  test('an app that begins anew without having been asked moves no place back', async () => {
    const first = await here.enter()
    await first.read('createBookmark', { id: lastSong, position: 40_000 })
    const made = await first.owner.call(api.createAppPassword, {
      body: { name: 'tablet', scopes: ['subsonic'] },
    })
    const other = { apiKey: made.password, c: 'Other' }
    await here.ask('savePlayQueue', { ...other, id: rainSong, current: rainSong, position: 0 })
    expect(await first.read('getPlayQueue')).toMatchObject({
      playQueue: { current: lastSong, position: 40_000 },
    })
  })
})
