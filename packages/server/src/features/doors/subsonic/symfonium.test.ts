/** Replays a whole session of Symfonium, from requests in server logs: it copies the library and works on the copy. */
import { api } from '@koedana/contract/api.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { addWorks, lines } from '../testing/door-library.ts'
import {
  appsWorld,
  lastSong,
  type Parameters,
  queryOf,
  rain,
  rainAlbum,
  rainSong,
  type SubsonicWorld,
} from './testing/subsonic-world.ts'

const Named = v.object({ id: v.string(), name: v.string() })
const Copied = v.object({
  searchResult3: v.object({
    artist: v.array(Named),
    album: v.array(
      v.object({ ...Named.entries, songCount: v.number(), duration: v.number(), created: v.string() }),
    ),
    song: v.array(
      v.object({ id: v.string(), title: v.string(), isDir: v.literal(false), albumId: v.string() }),
    ),
  }),
})
const parts = ['artist', 'album', 'song'] as const
const page = 500

eachEngine((engine) => {
  let here: SubsonicWorld
  beforeEach(async () => {
    here = await appsWorld(engine)
  })
  afterEach(() => here.close())

  const enter = async () => {
    const { owner, secret, id } = await here.enter()
    const as = { u: 'listener', p: secret, v: '1.13.0', c: 'Symfonium' }
    const read = async (name: string, parameters: Parameters = {}) => {
      const said = await here.ask(`${name}.view`, { ...parameters, ...as })
      expect(said.error, name).toBeUndefined()
      return said
    }
    return { owner, as, id, read }
  }

  /** Copies one kind after the other, page by page until a page is not full. */
  const copy = async (read: Awaited<ReturnType<typeof enter>>['read']) => {
    const ids: Record<(typeof parts)[number], string[]> = { artist: [], album: [], song: [] }
    for (const part of parts)
      for (let offset = 0; ; offset += page) {
        const none = Object.fromEntries(
          parts.flatMap((one) => [
            [`${one}Offset`, 0],
            [`${one}Count`, 0],
          ]),
        )
        const requested = {
          ...none,
          query: '""',
          musicFolderId: 0,
          [`${part}Offset`]: offset,
          [`${part}Count`]: page,
        }
        const { searchResult3 } = v.parse(Copied, await read('search3', requested))
        for (const other of parts) if (other !== part) expect(searchResult3[other]).toEqual([])
        ids[part].push(...searchResult3[part].map(({ id }) => id))
        if (searchResult3[part].length < page) break
      }
    return ids
  }

  test('copies everything twice alike, plays, seeks, marks, and says later what was heard offline', async () => {
    const more = await addWorks(here.w, rain, 520)
    expect((await here.ask('getOpenSubsonicExtensions.view', {})).openSubsonic).toBe(true)
    const { read, owner, as, id } = await enter()
    await read('ping')
    const copied = await copy(read)
    expect(copied.artist.toSorted()).toEqual(['ar-RG01234', 'ar-RG05678'])
    expect([copied.album.length, copied.song.length]).toEqual([521, 522])
    expect(new Set(copied.album)).toEqual(new Set([rainAlbum, ...more.map((one) => `al-${one}`)]))
    expect(new Set(copied.song).size).toBe(522)
    expect(await copy(read)).toEqual(copied)

    for (const name of [
      'getPlaylists',
      'getStarred2',
      'getGenres',
      'getInternetRadioStations',
      'getPodcasts',
    ])
      await read(name)
    expect(await read('getBookmarks')).toMatchObject({ bookmarks: { bookmark: [] } })
    const cover = await here.fetchRaw('getCoverArt.view', { ...as, id: rainAlbum, size: 300 })
    expect([cover.status, await cover.text()]).toEqual([200, 'picture 480'])

    const stream = (range: string) =>
      here.fetchRaw(
        'stream.view',
        { ...as, id: rainSong, format: 'raw', estimateContentLength: 'true' },
        { headers: { range } },
      )
    const whole = await stream('bytes=0-')
    expect([whole.status, whole.headers.get('accept-ranges'), await whole.text()]).toEqual([
      206,
      'bytes',
      'a sound of rain',
    ])
    const part = await stream('bytes=2-6')
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-6/15',
      'sound',
    ])
    expect(await read('getLyricsBySongId', { id: rainSong })).toMatchObject({
      lyricsList: { structuredLyrics: [{ synced: true, line: lines }] },
    })
    await read('scrobble', { id: rainSong, submission: 'false' })
    await read('star', { albumId: rainAlbum })
    await read('setRating', { id: rainSong, rating: 5 })
    expect(await owner.call(api.getMark, { params: { id: rain } })).toMatchObject({
      favorite: true,
      rating: 5,
    })

    // After a day offline, everything that was played arrives in one call, as a form.
    const times = [1, 2, 3].map((hours) => Date.now() - hours * 3_600_000)
    const form = queryOf({
      ...as,
      f: 'json',
      id: [rainSong, lastSong, rainSong],
      time: times.map(String),
      submission: 'true',
    })
    const batch = await fetch(`${here.origin}/rest/scrobble.view`, { method: 'POST', body: form })
    expect(await batch.text()).toContain('"status":"ok"')
    // A scrobble contains no position. A bookmark does, and the latest one counts, even if it arrives late.
    expect((await owner.call(api.getProgress, { params: { id: rain } })).progress).toBeNull()
    for (const position of [10_000, 25_000]) await read('createBookmark', { id: lastSong, position })
    expect(await read('getBookmarks')).toMatchObject({
      bookmarks: { bookmark: [{ position: 25_000, entry: { id: lastSong } }] },
    })
    await owner.call(api.revokeAppPassword, { params: { id } })
    expect((await here.ask('ping.view', as)).error?.code).toBe(40)
  })

  test('what is hidden is in no copy', async () => {
    const { read } = await enter()
    const copied = await copy(read)
    expect(copied).toEqual({ artist: ['ar-RG01234'], album: [rainAlbum], song: [rainSong, lastSong] })
  })
})
