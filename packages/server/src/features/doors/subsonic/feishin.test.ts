// @module-tag large
/**
 * A session of Feishin 0.12 (jeffvli/feishin, src/renderer/api/subsonic/) on another origin: the calls of its sources with the
 * headers that a browser adds, and the fields that it reads.
 */
import { api } from '@koedana/contract/api.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { lines } from '../testing/door-library.ts'
import {
  Album,
  AlbumWithSongs,
  Artist,
  Found,
  Genre,
  Playlist,
  pageOf,
  Song,
  Starred,
  text,
  whole,
} from './testing/page-app.ts'
import {
  appsWorld,
  lastSong,
  type Parameters,
  queryOf,
  rain,
  rainAlbum,
  rainSong,
  type SubsonicWorld,
  tokenOf,
} from './testing/subsonic-world.ts'

eachEngine((engine) => {
  let here: SubsonicWorld
  beforeEach(async () => {
    here = await appsWorld(engine)
  })
  afterEach(() => here.close())

  test('Feishin: signs in, fills its lists and pages, searches, plays, marks and keeps playlists', async () => {
    const { load, answerOf, show, play, appOf } = pageOf(here)
    const { owner, secret, id } = await here.enter()
    const [salt, base] = ['saltoftwelve', { c: 'Feishin', f: 'json', v: '1.13.0' }]
    const credential = { u: 'listener', s: salt, t: tokenOf(secret, salt) }
    // Its client names a type for the body that a GET request does not have: the browser sends a preflight request.
    const preflight = await load(`/rest/ping.view?${queryOf({ ...base, ...credential })}`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'GET', 'access-control-request-headers': 'content-type' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'content-type',
    ])
    const ask = async (name: string, parameters: Parameters = {}, as: Parameters = credential) =>
      answerOf(
        await load(`/rest/${name}?${queryOf({ ...base, ...as, ...parameters })}`, {
          headers: { accept: 'application/json, text/plain, */*', 'content-type': 'application/json' },
        }),
      )
    const { read } = appOf(ask)
    expect((await ask('ping.view', {}, { u: 'listener', p: 'guess' })).error).toMatchObject({ code: 40 })
    await read(v.object({ version: text, serverVersion: text, openSubsonic: v.boolean() }), 'ping.view')
    const { openSubsonicExtensions } = await read(
      v.object({ openSubsonicExtensions: v.array(v.object({ name: text, versions: v.array(whole) })) }),
      'getOpenSubsonicExtensions.view',
    )
    expect(openSubsonicExtensions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['formPost', 'songLyrics']),
    )
    await read(
      v.object({ musicFolders: v.object({ musicFolder: v.array(v.object({ id: whole, name: text })) }) }),
      'getMusicFolders.view',
    )

    const Albums = v.object({ albumList2: v.object({ album: v.array(Album) }) })
    for (const type of [
      'random',
      'alphabeticalByArtist',
      'frequent',
      'newest',
      'starred',
      'byYear',
      'recent',
    ]) {
      const years = type === 'byYear' ? { fromYear: 0, toYear: 2026 } : {}
      await read(Albums, 'getAlbumList2.view', { type, offset: 0, size: 50, ...years })
    }
    for (const offset of [0, 1]) {
      const list = { type: 'byGenre', genre: 'Calm', offset, size: 1 }
      expect((await read(Albums, 'getAlbumList2.view', list)).albumList2.album).toHaveLength(1 - offset)
    }
    const { genres } = await read(v.object({ genres: v.object({ genre: v.array(Genre) }) }), 'getGenres.view')
    expect(genres.genre).toEqual([{ value: 'Calm', albumCount: 1, songCount: 2 }])
    const { artists } = await read(
      v.object({
        artists: v.object({
          ignoredArticles: text,
          index: v.array(v.object({ name: text, artist: v.array(Artist) })),
        }),
      }),
      'getArtists.view',
    )
    const artistId = artists.index[0]?.artist[0]?.id ?? ''
    await read(v.object({ artistInfo: v.record(text, v.unknown()) }), 'getArtistInfo.view', { id: artistId })
    const { artist } = await read(
      v.object({ artist: v.object({ ...Artist.entries, album: v.array(Album) }) }),
      'getArtist.view',
      { id: artistId },
    )
    await read(v.object({ topSongs: v.object({ song: v.array(Song) }) }), 'getTopSongs.view', {
      artist: artist.name,
      count: 10,
    })
    const { album } = await read(v.object({ album: AlbumWithSongs }), 'getAlbum.view', { id: rainAlbum })
    expect(album.song.map((song) => song.id)).toEqual([rainSong, lastSong])
    const all = { query: '""', artistCount: 1, artistOffset: 0, albumCount: 500, albumOffset: 0 }
    const { searchResult3 } = await read(Found, 'search3.view', { ...all, songCount: 500, songOffset: 0 })
    expect(searchResult3.song.map((song) => song.id)).toEqual([rainSong, lastSong])
    // It finds the number of songs by pages that lie behind the end.
    expect(
      (
        await read(Found, 'search3.view', {
          ...all,
          albumCount: 0,
          artistCount: 0,
          songCount: 1,
          songOffset: 5000,
        })
      ).searchResult3.song,
    ).toEqual([])
    await read(v.object({ randomSongs: v.object({ song: v.array(Song) }) }), 'getRandomSongs.view', {
      size: 50,
    })
    await read(v.object({ songsByGenre: v.object({ song: v.array(Song) }) }), 'getSongsByGenre.view', {
      genre: 'Calm',
      count: 500,
      offset: 0,
    })
    await read(v.object({ similarSongs: v.object({ song: v.array(Song) }) }), 'getSimilarSongs', {
      id: rainSong,
      count: 20,
    })
    await read(v.object({ song: Song }), 'getSong.view', { id: rainSong })
    const { lyricsList } = await read(
      v.object({
        lyricsList: v.object({
          structuredLyrics: v.array(
            v.object({
              lang: text,
              synced: v.boolean(),
              line: v.array(v.object({ start: v.optional(whole), value: text })),
            }),
          ),
        }),
      }),
      'getLyricsBySongId.view',
      { id: rainSong },
    )
    expect(lyricsList.structuredLyrics[0]?.line).toEqual(lines)

    const media = queryOf({ v: '1.13.0', c: 'feishin', ...credential })
    await show(`/rest/getCoverArt.view?id=${album.coverArt}&${media}&size=300`)
    await play(`/rest/stream.view?id=${rainSong}&${media}`)
    await play(`/rest/download.view?id=${rainSong}&${media}`)
    for (const submission of ['false', 'true'])
      await read(v.object({}), 'scrobble.view', { id: rainSong, submission })
    await read(v.object({}), 'setRating.view', { id: rainAlbum, rating: 4 })
    await read(v.object({}), 'star.view', { albumId: rainAlbum })
    await read(v.object({}), 'star.view', { artistId })
    const { starred } = await read(v.object({ starred: Starred }), 'getStarred.view')
    expect([starred.album.map((one) => one.id), starred.artist.map((one) => one.id)]).toEqual([
      [rainAlbum],
      [artistId],
    ])
    expect(await owner.call(api.getMark, { params: { id: rain } })).toMatchObject({
      favorite: true,
      rating: 4,
    })
    await read(v.object({}), 'unstar.view', { albumId: rainAlbum })

    const { playlist } = await read(v.object({ playlist: Playlist }), 'createPlaylist.view', {
      name: 'Evening',
    })
    await read(v.object({}), 'updatePlaylist.view', {
      playlistId: playlist.id,
      songIdToAdd: [rainSong, lastSong],
    })
    await read(v.object({}), 'updatePlaylist.view', {
      playlistId: playlist.id,
      comment: 'calm',
      name: 'Night',
      public: 'false',
    })
    const List = v.object({
      playlist: v.object({ ...Playlist.entries, comment: text, entry: v.array(Song) }),
    })
    const filled = (await read(List, 'getPlaylist.view', { id: playlist.id })).playlist
    expect([filled.name, filled.comment, filled.entry.map((song) => song.id)]).toEqual([
      'Night',
      'calm',
      [rainSong, lastSong],
    ])
    await read(v.object({}), 'updatePlaylist.view', { playlistId: playlist.id, songIndexToRemove: ['0'] })
    await read(v.object({ playlists: v.object({ playlist: v.array(Playlist) }) }), 'getPlaylists.view')
    await read(v.object({}), 'deletePlaylist.view', { id: playlist.id })
    await owner.call(api.revokeAppPassword, { params: { id } })
    expect((await ask('ping.view')).error).toMatchObject({ code: 40 })
  })
})
