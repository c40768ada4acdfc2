// @module-tag large
/**
 * A session of airsonic-refix (tamland/airsonic-refix, src/auth/service.ts and src/shared/api.ts) on another origin: the calls of
 * its sources with the headers that a browser adds, and the fields that it reads.
 */
import { api } from '@koedana/contract/api.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import {
  Album,
  AlbumWithSongs,
  Artist,
  Found,
  Genre,
  Id,
  Playlist,
  page,
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

  test('airsonic-refix: signs in, posts its calls as forms, goes through folders, plays and keeps its queue', async () => {
    const { load, answerOf, show, play, appOf } = pageOf(here)
    const { owner, secret, id } = await here.enter()
    const salt = 'SixteenLettersOr'
    const credential = { u: 'listener', s: salt, t: tokenOf(secret, salt) }
    const login = async (as: Parameters) =>
      answerOf(
        await load(`/rest/ping?${queryOf({ u: 'listener', ...as, v: '1.15.0', c: 'app', f: 'json' })}`),
      )
    // After a wrong password it tries the password itself, in the same way.
    for (const wrong of [{ s: salt, t: tokenOf('guess', salt) }, { p: 'guess' }])
      expect((await login(wrong)).error).toMatchObject({ code: 40 })
    expect((await login({ s: salt, t: tokenOf(secret, salt) })).status).toBe('ok')
    const info = await answerOf(
      await load(
        `/rest/getOpenSubsonicExtensions?${queryOf({ ...credential, v: '1.15.0', c: 'app', f: 'json' })}`,
      ),
    )
    expect(info).toMatchObject({
      type: 'koedana',
      version: '1.16.1',
      openSubsonicExtensions: expect.arrayContaining([expect.objectContaining({ name: 'formPost' })]),
    })
    // A form needs no preflight: the browser sends it at once, with its origin.
    const base = { v: '1.15.0', f: 'json', c: page.origin }
    const ask = async (name: string, parameters: Parameters = {}) =>
      answerOf(
        await load(`/rest/${name}`, {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
          body: `${queryOf({ ...parameters, ...base })}&${queryOf(credential)}`,
        }),
      )
    const { read } = appOf(ask)
    const Albums = v.object({ albumList2: v.object({ album: v.array(Album) }) })
    for (const type of ['alphabeticalByName', 'newest', 'recent', 'frequent', 'random'])
      await read(Albums, 'getAlbumList2', { type, offset: 0, size: 30 })
    await read(Albums, 'getAlbumList2', { type: 'byGenre', genre: 'Calm', offset: 0, size: 30 })
    await read(v.object({ songsByGenre: v.object({ song: v.array(Song) }) }), 'getSongsByGenre', {
      genre: 'Calm',
      count: 50,
      offset: 0,
    })
    await read(v.object({ genres: v.object({ genre: v.array(Genre) }) }), 'getGenres')
    const { artists } = await read(
      v.object({ artists: v.object({ index: v.array(v.object({ artist: v.array(Artist) })) }) }),
      'getArtists',
    )
    const artist = artists.index[0]?.artist[0]
    await read(v.object({ artistInfo2: v.record(text, v.unknown()) }), 'getArtistInfo2', {
      id: artist?.id ?? '',
    })
    await read(v.object({ artist: v.object({ album: v.array(Album) }) }), 'getArtist', {
      id: artist?.id ?? '',
    })
    await read(v.object({ topSongs: v.object({ song: v.array(Song) }) }), 'getTopSongs', {
      artist: artist?.name ?? '',
    })
    const [{ album }] = await Promise.all([
      read(v.object({ album: AlbumWithSongs }), 'getAlbum', { id: rainAlbum }),
      read(v.object({ albumInfo: v.record(text, v.unknown()) }), 'getAlbumInfo2', { id: rainAlbum }),
    ])
    const { searchResult3 } = await read(Found, 'search3', {
      query: 'roof',
      albumCount: 20,
      artistCount: 20,
      songCount: 20,
      albumOffset: 0,
      artistOffset: 0,
      songOffset: 0,
    })
    expect(searchResult3.album.map((one) => one.id)).toEqual([rainAlbum])

    // Folders: it leaves out files without a length.
    const { musicFolders } = await read(
      v.object({ musicFolders: v.object({ musicFolder: v.array(v.object({ id: whole, name: text })) }) }),
      'getMusicFolders',
    )
    const musicFolderId = String(musicFolders.musicFolder[0]?.id)
    const { indexes } = await read(
      v.object({
        indexes: v.object({
          index: v.array(v.object({ artist: v.array(v.object({ id: Id, name: text })) })),
        }),
      }),
      'getIndexes',
      { musicFolderId },
    )
    const Folder = v.object({ id: Id, isDir: v.literal(true), title: text })
    const { directory } = await read(
      v.object({ directory: v.object({ id: Id, name: text, child: v.array(Folder) }) }),
      'getMusicDirectory',
      { id: indexes.index[0]?.artist[0]?.id ?? '' },
    )
    const inside = await read(
      v.object({ directory: v.object({ id: Id, name: text, child: v.array(Song) }) }),
      'getMusicDirectory',
      { id: directory.child[0]?.id ?? '' },
    )
    expect(inside.directory.child.filter(({ duration }) => duration > 0).map((song) => song.id)).toEqual([
      rainSong,
      lastSong,
    ])
    await read(
      v.object({ internetRadioStations: v.object({ internetRadioStation: v.array(v.unknown()) }) }),
      'getInternetRadioStations',
    )
    await read(v.object({ podcasts: v.object({ channel: v.array(v.unknown()) }) }), 'getPodcasts')
    await read(v.object({ scanStatus: v.object({ scanning: v.boolean() }) }), 'getScanStatus')

    const media = queryOf({ v: '1.15.0', ...credential, c: page.origin })
    await show(`/rest/getCoverArt?id=${album.coverArt}&${media}&size=300`)
    await play(`/rest/stream?id=${rainSong}&${media}`)
    await read(v.object({}), 'scrobble', { id: rainSong, submission: 'false' })
    // The queue is the position: another device reads what this one saved.
    await read(v.object({}), 'savePlayQueue', {
      id: [rainSong, lastSong],
      current: lastSong,
      position: 31_000,
    })
    expect((await owner.call(api.getProgress, { params: { id: rain } })).progress).toMatchObject({
      fileId: lastSong.slice(3),
      position: 31,
    })
    const { playQueue } = await read(
      v.object({ playQueue: v.object({ entry: v.array(Song), current: text, position: whole }) }),
      'getPlayQueue',
    )
    expect([playQueue.entry.map((song) => song.id), playQueue.current, playQueue.position]).toEqual([
      [rainSong, lastSong],
      lastSong,
      31_000,
    ])
    await read(v.object({}), 'star', { id: rainSong })
    const { starred2 } = await read(v.object({ starred2: Starred }), 'getStarred2')
    expect(starred2.album.map((one) => one.id)).toEqual([rainAlbum])
    await read(v.object({}), 'unstar', { id: rainSong })

    await read(v.object({}), 'createPlaylist', { name: 'Evening', songId: [rainSong] })
    const { playlists } = await read(
      v.object({ playlists: v.object({ playlist: v.array(Playlist) }) }),
      'getPlaylists',
    )
    const playlistId = playlists.playlist[0]?.id ?? ''
    await read(v.object({}), 'updatePlaylist', { playlistId, songIdToAdd: [lastSong] })
    await read(v.object({}), 'updatePlaylist', { playlistId, songIndexToRemove: 0 })
    const { playlist } = await read(
      v.object({ playlist: v.object({ ...Playlist.entries, entry: v.array(Song) }) }),
      'getPlaylist',
      { id: playlistId },
    )
    expect(playlist.entry.map((song) => song.id)).toEqual([lastSong])
    await read(v.object({}), 'deletePlaylist', { id: playlistId })
    await owner.call(api.revokeAppPassword, { params: { id } })
    expect((await ask('getPlaylists')).error).toMatchObject({ code: 40 })
  })
})
