/** Tests personal data and playback: audio, stars, ratings, positions and playlists are the same as in our own API. */
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import SubsonicAPI from 'subsonic-api'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { giveLyrics, lines } from '../testing/door-library.ts'
import {
  lastSong,
  night,
  rain,
  rainAlbum,
  rainSong,
  type SubsonicWorld,
  subsonicWorld,
} from './testing/subsonic-world.ts'

const List = v.object({
  playlist: v.object({ id: v.string(), entry: v.array(v.object({ id: v.string() })) }),
})

eachEngine((engine) => {
  let here: SubsonicWorld
  beforeEach(async () => {
    here = await subsonicWorld(engine)
  })
  afterEach(() => here.close())

  test('a sound is sent by ranges, and a cover by the id of any of its things', async () => {
    const { as, owner, id } = await here.enter()
    const part = await here.fetchRaw('stream', { ...as, id: rainSong }, { headers: { range: 'bytes=2-6' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-6/15',
      'sound',
    ])
    const form = new URLSearchParams({ ...as, id: rainSong })
    const whole = await fetch(`${here.origin}/rest/download.view`, { method: 'POST', body: form })
    expect([whole.status, await whole.text()]).toEqual([200, 'a sound of rain'])
    for (const unknown of ['ar-RG77777', 'ge-56'])
      expect((await here.ask('getCoverArt', { ...as, id: unknown })).error?.code, unknown).toBe(70)
    await owner.call(api.revokeAppPassword, { params: { id } })
    expect(await (await here.fetchRaw('stream', { ...as, id: rainSong })).text()).toContain('code="40"')
  })

  test('what is spoken comes with its times, and as plain text by names', async () => {
    await giveLyrics(here.w.deps.write, rain, rainSong.slice(3))
    const { read } = await here.enter()
    expect(await read('getLyricsBySongId', { id: rainSong })).toMatchObject({
      lyricsList: { structuredLyrics: [{ lang: 'ja', synced: true, displayTitle: 'one', line: lines }] },
    })
    const named = { artist: 'Paper Lantern', title: 'one' }
    expect(await read('getLyrics', named)).toMatchObject({ lyrics: { ...named, value: '雨\n風' } })
    expect(await read('getLyrics', { artist: 'Nobody', title: 'one' })).toMatchObject({
      lyrics: { value: '' },
    })
  })

  test('a star is a favorite or a follow, stars are the rating, and a song counts for its work', async () => {
    const { read, codeOf, owner } = await here.enter()
    await read('star', { id: rainSong, artistId: 'ar-RG01234' })
    await read('setRating', { id: rainSong, rating: 4 })
    expect(await owner.call(api.getMark, { params: { id: rain } })).toMatchObject({
      favorite: true,
      rating: 4,
    })
    const follows = await owner.call(api.listFollows, {})
    expect(follows.items).toMatchObject([{ kind: 'makers', id: 'RG01234' }])
    const starred = expect.stringMatching(/^\d{4}-/)
    const shown = {
      artist: [{ id: 'ar-RG01234', starred }],
      album: [{ id: rainAlbum, userRating: 4, starred }],
      song: [],
    }
    expect(await read('getStarred2')).toMatchObject({ starred2: shown })
    expect(await read('getStarred')).toMatchObject({ starred: shown })
    expect(await read('getSong', { id: lastSong })).toMatchObject({ song: { userRating: 4, starred } })
    expect(await read('getAlbumList2', { type: 'starred' })).toMatchObject({
      albumList2: { album: [{ id: rainAlbum }] },
    })
    await read('unstar', { albumId: rainAlbum, artistId: 'ar-RG01234' })
    await read('setRating', { id: rainAlbum, rating: 0 })
    expect(await owner.call(api.getMark, { params: { id: rain } })).toMatchObject({
      favorite: false,
      rating: null,
    })
    expect((await owner.call(api.listFollows, {})).items).toEqual([])
    expect(await codeOf('setRating', { id: rainAlbum, rating: 9 })).toBe(10)
    expect(await codeOf('star')).toBe(10)
  })

  test('playlists are made, changed and thrown away, and those of others only read', async () => {
    const { read, codeOf, owner } = await here.enter()
    const { playlist } = v.parse(
      List,
      await read('createPlaylist', { name: 'Evening', songId: [rainSong, lastSong] }),
    )
    expect(playlist.entry.map(({ id }) => id)).toEqual([rainSong, lastSong])
    const { id } = playlist
    await read('updatePlaylist', {
      playlistId: id,
      name: 'Night',
      comment: 'to sleep',
      public: 'true',
      songIndexToRemove: 0,
    })
    expect(await read('getPlaylist', { id })).toMatchObject({
      playlist: {
        name: 'Night',
        comment: 'to sleep',
        public: true,
        songCount: 1,
        duration: 60,
        entry: [{ id: lastSong }],
      },
    })
    await read('updatePlaylist', { playlistId: id, songIdToAdd: rainSong })
    await read('createPlaylist', { playlistId: id, songId: rainSong })
    expect(v.parse(List, await read('getPlaylist', { id })).playlist.entry).toEqual([{ id: rainSong }])
    const ours = await owner.call(api.createPlaylist, { body: { name: 'Whole', items: [{ workId: rain }] } })
    const whole = `pl-${ours.id}`
    expect(v.parse(List, await read('getPlaylist', { id: whole })).playlist.entry).toHaveLength(2)
    await read('updatePlaylist', { playlistId: whole, songIndexToRemove: 0 })
    expect(v.parse(List, await read('getPlaylist', { id: whole })).playlist.entry).toEqual([{ id: lastSong }])
    const other = await here.enter({ username: 'other' })
    expect(await other.read('getPlaylists')).toMatchObject({
      playlists: { playlist: [{ id, owner: 'listener', readonly: true }] },
    })
    expect(await other.codeOf('getPlaylist', { id: whole })).toBe(70)
    expect(await other.codeOf('createPlaylist', { playlistId: id, songId: rainSong })).toBe(50)
    expect(await other.codeOf('deletePlaylist', { id })).toBe(50)
    expect(await codeOf('createPlaylist', { name: 'x', songId: `tr-${night}` })).toBe(70)
    await read('deletePlaylist', { id })
    expect(await codeOf('getPlaylist', { id })).toBe(70)
  })

  test('a scan is for administrators, and a person knows of nobody else', async () => {
    const { read, codeOf } = await here.enter()
    expect(await read('getUser', { username: 'Listener' })).toMatchObject({
      user: { username: 'listener', adminRole: false, folder: [1] },
    })
    expect(await codeOf('getUser', { username: 'somebody' })).toBe(50)
    expect(await codeOf('startScan')).toBe(50)
    const admin = await here.enter({ username: 'keeper', role: roleOf.admin })
    for (const _ of [1, 2])
      expect(await admin.read('startScan')).toMatchObject({ scanStatus: { scanning: true } })
  })

  test('a client that others wrote goes through a session', async () => {
    const { secret } = await here.enter()
    for (const post of [false, true]) {
      const client = new SubsonicAPI({
        url: here.origin,
        auth: { username: 'listener', password: secret },
        post,
      })
      expect((await client.ping()).status).toBe('ok')
      expect(await client.getOpenSubsonicExtensions()).toMatchObject({
        openSubsonicExtensions: { length: 5 },
      })
      const { albumList2 } = await client.getAlbumList2({ type: 'newest' })
      const [first] = albumList2.album ?? []
      expect(first?.created).toBeInstanceOf(Date)
      const { album } = await client.getAlbum({ id: first?.id ?? '' })
      const songs = album.song ?? []
      expect(songs.map(({ id }) => id)).toEqual([rainSong, lastSong])
      const found = await client.search3({ query: '' })
      expect(found.searchResult3.song).toHaveLength(2)
      expect(await (await client.stream({ id: rainSong })).text()).toBe('a sound of rain')
      expect((await client.getLyricsBySongId({ id: rainSong })).status).toBe('ok')
      await client.star({ albumId: rainAlbum })
      const { starred2 } = await client.getStarred2()
      expect(starred2.album?.[0]?.starred).toBeInstanceOf(Date)
      await client.savePlayQueue({ id: [rainSong, lastSong], current: lastSong, position: 1_500 })
      expect((await client.getPlayQueue()).playQueue).toMatchObject({ current: lastSong, position: 1_500 })
    }
    const key = new SubsonicAPI({ url: here.origin, auth: { apiKey: secret } })
    expect((await key.ping()).status).toBe('ok')
  })
})
