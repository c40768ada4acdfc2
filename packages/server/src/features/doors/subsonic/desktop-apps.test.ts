// @module-tag large
/**
 * Sessions of Strawberry (strawberrymusicplayer/strawberry, src/subsonic/subsonicrequest.cpp, subsonicbaserequest.cpp and
 * subsonicscrobblerequest.cpp) and of scripts on py-sonic 1.0.3 (crustymonkey/py-sonic, libsonic/connection.py): the calls of
 * their sources in the same order, and the fields without which Strawberry leaves out an album or a song.
 */
import { writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { api } from '@koedana/contract/api.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendChanges } from '../../../db/changes.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { putInLibrary } from '../../../testing/put-in-library.ts'
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

/** A work without a circle and without voice actors, whose track has an unknown length. */
const bare = 'RJ01000004'

/** AlbumsReplyReceived skips an album without one of these. */
const Albums = v.object({
  albumList2: v.object({
    album: v.array(
      v.object({
        id: v.pipe(v.string(), v.nonEmpty()),
        artist: v.pipe(v.string(), v.nonEmpty()),
        name: v.string(),
      }),
    ),
  }),
})
/** ParseSong skips a song without one of the first six. */
const Songs = v.object({
  album: v.object({
    created: v.pipe(v.string(), v.isoTimestamp()),
    coverArt: v.string(),
    song: v.array(
      v.object({
        id: v.string(),
        title: v.string(),
        size: v.pipe(v.number(), v.integer()),
        suffix: v.pipe(v.string(), v.nonEmpty()),
        duration: v.pipe(v.number(), v.integer()),
        type: v.literal('music'),
        albumId: v.string(),
        album: v.string(),
        artist: v.string(),
        contentType: v.pipe(v.string(), v.startsWith('audio/')),
        track: v.pipe(v.number(), v.minValue(1)),
        coverArt: v.string(),
        created: v.pipe(v.string(), v.isoTimestamp()),
      }),
    ),
  }),
})

eachEngine((engine) => {
  let here: SubsonicWorld
  beforeEach(async () => {
    here = await appsWorld(engine)
    const { write, coversFolder, catalogue } = here.w.deps
    await here.w.make([{ id: bare, name: 'Waves', ageCategory: 'all' }])
    await putInLibrary(write, [bare])
    await write
      .updateTable('track')
      .set({ duration_seconds: null })
      .where('work_key', '=', workKeyOf(bare))
      .execute()
    await appendChanges(write, 'work', [workKeyOf(bare)])
    const picture = await sharp({ create: { width: 480, height: 360, channels: 3, background: '#246' } })
      .webp()
      .toBuffer()
    for (const size of [240, 480, 960])
      await writeFile(join(coversFolder, rain, 'v1', `${size}.webp`), picture)
    await catalogue.caughtUp()
  })
  afterEach(() => here.close())

  /** Sends these headers and no others: Qt adds no `Accept`. */
  const send = (path: string, headers: Readonly<Record<string, string>>) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request(`${here.origin}${path}`, { headers }, resolve).once('error', reject).end()
    })

  test('Strawberry: tests the server, copies albums, songs and covers, plays, seeks and scrobbles', async () => {
    const { owner, secret, id } = await here.enter()
    const hex = { p: `enc:${Buffer.from(secret).toString('hex')}` }
    const salt = 'cryptographicrandoms'
    const salted = { s: salt, t: tokenOf(secret, salt) }
    const get = (name: string, parameters: Parameters, credential: Parameters = salted) =>
      send(
        `/rest/${name}.view?${queryOf({ ...parameters, c: 'Strawberry', v: '1.11.0', f: 'json', u: 'listener', ...credential })}`,
        { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Mozilla/5.0' },
      )
    const read = async (name: string, parameters: Parameters = {}, credential?: Parameters) => {
      const response = await get(name, parameters, credential)
      const body: unknown = JSON.parse(String(await buffer(response)))
      return v.parse(v.object({ 'subsonic-response': v.looseObject({ status: v.string() }) }), body)[
        'subsonic-response'
      ]
    }
    for (const credential of [hex, salted]) expect((await read('ping', {}, credential)).error).toBeUndefined()
    expect((await read('ping', {}, { p: 'enc:00' })).error).toMatchObject({ code: 40 })

    const page = { type: 'alphabeticalByName', size: 500 }
    const { album } = v.parse(Albums, await read('getAlbumList2', page)).albumList2
    expect(album.map(({ id: albumId }) => albumId).toSorted()).toEqual([rainAlbum, `al-${bare}`])
    const songs = await Promise.all(
      album.map(async (one) => v.parse(Songs, await read('getAlbum', { id: one.id })).album),
    )
    expect(
      songs
        .flatMap(({ song }) => song)
        .map((song) => song.id)
        .toSorted(),
    ).toEqual([rainSong, lastSong, `tr-file-${workKeyOf(bare)}`].toSorted())

    // It saves covers as `.jpg` and checks the type that the response names.
    const cover = await get('getCoverArt', { id: rainAlbum })
    expect([cover.statusCode, cover.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await sharp(await buffer(cover)).metadata()).format).toBe('jpeg')

    // GStreamer's souphttpsrc requests the rest of the file at each seek.
    const query = queryOf({ id: rainSong, c: 'Strawberry', v: '1.11.0', f: 'json', u: 'listener', ...salted })
    const heard = await send(`/rest/stream.view?${query}`, { 'icy-metadata': '1', range: 'bytes=5-' })
    expect([heard.statusCode, heard.headers['content-range'], String(await buffer(heard))]).toEqual([
      206,
      'bytes 5-14/15',
      'nd of rain',
    ])
    for (const submission of ['false', 'true'])
      expect((await read('scrobble', { id: rainSong, submission, time: String(Date.now()) })).error).toBe(
        undefined,
      )
    expect((await owner.call(api.getProgress, { params: { id: rain } })).progress).toBeNull()
    await owner.call(api.revokeAppPassword, { params: { id } })
    expect((await read('ping')).error).toMatchObject({ code: 40 })
  })

  test('py-sonic: posts forms of repeated fields, reads covers and files as bytes, and tells a wrong password', async () => {
    const { owner, secret, id } = await here.enter()
    const salt = 'abcdef012345'
    const hex = Buffer.from(secret).toString('hex').toUpperCase()
    const ways = {
      salted: { s: salt, t: tokenOf(secret, salt) },
      legacy: { p: `enc:${hex}` },
    }
    const post = (name: string, parameters: Parameters, credential: Parameters = ways.salted) =>
      fetch(`${here.origin}/rest/${name}.view`, {
        method: 'POST',
        body: queryOf({ f: 'json', v: '1.16.1', c: 'py-sonic', u: 'listener', ...credential, ...parameters }),
      })
    const Status = v.looseObject({ status: v.picklist(['ok', 'failed']), version: v.string() })
    const read = async (name: string, parameters: Parameters = {}, credential?: Parameters) => {
      const response = await post(name, parameters, credential)
      const body = v.parse(v.object({ 'subsonic-response': Status }), await response.json())
      return body['subsonic-response']
    }
    for (const credential of Object.values(ways))
      expect((await read('ping', {}, credential)).status).toBe('ok')
    // getIndexes: `_fixLastModified` turns it into a whole number and fails for anything else.
    expect(await read('getIndexes')).toMatchObject({ indexes: { lastModified: expect.any(Number) } })
    for (const name of ['getMusicFolders', 'getArtists', 'getGenres', 'getStarred2', 'getRandomSongs'])
      expect((await read(name)).status, name).toBe('ok')
    expect(await read('search3', { query: 'roof', artistCount: 20, albumCount: 20 })).toMatchObject({
      searchResult3: { album: [{ id: rainAlbum }] },
    })
    // `_doBinReq` takes every response for bytes whose type is neither HTML nor JSON.
    for (const [name, parameters] of [
      ['stream', { id: rainSong, maxBitRate: 0, estimateContentLength: 'False' }],
      ['download', { id: rainSong }],
    ] as const) {
      const response = await post(name, parameters)
      expect([response.headers.get('content-type'), await response.text()]).toEqual([
        'audio/mpeg',
        'a sound of rain',
      ])
    }
    const cover = await post('getCoverArt', { id: rainAlbum, size: 300 })
    expect(cover.headers.get('content-type')).toMatch(/^image\//)
    const missing = await post('getCoverArt', { id: 'al-RJ01999999' })
    expect(missing.headers.get('content-type')).toMatch(/^application\/json/)

    const { playlist } = v.parse(
      v.object({ playlist: v.object({ id: v.string() }) }),
      await read('createPlaylist', { name: 'Evening', songId: [rainSong, lastSong] }),
    )
    await read('updatePlaylist', {
      playlistId: playlist.id,
      songIdToAdd: [rainSong],
      songIndexToRemove: ['0'],
    })
    expect(await read('getPlaylist', { id: playlist.id })).toMatchObject({
      playlist: { entry: [{ id: lastSong }, { id: rainSong }] },
    })
    await read('star', { id: [rainSong], albumId: [rainAlbum] })
    await read('setRating', { id: rainSong, rating: 4 })
    expect(await owner.call(api.getMark, { params: { id: rain } })).toMatchObject({
      favorite: true,
      rating: 4,
    })
    await read('createBookmark', { id: lastSong, position: 12_345, comment: 'x' })
    expect((await owner.call(api.getProgress, { params: { id: rain } })).progress).toMatchObject({
      fileId: lastSong.slice(3),
      position: 12.345,
      device: 'py-sonic',
    })
    expect(await read('getBookmarks')).toMatchObject({ bookmarks: { bookmark: [{ position: 12_345 }] } })
    await read('savePlayQueue', { id: [rainSong, lastSong], current: lastSong, position: 20_000 })
    expect(await read('getPlayQueue')).toMatchObject({ playQueue: { current: lastSong, position: 20_000 } })
    // `getExcByCode` makes a CredentialError of 40 and a DataNotFoundError of 70.
    expect((await read('getSong', { id: 'nothing' })).error).toMatchObject({ code: 70 })
    await owner.call(api.revokeAppPassword, { params: { id } })
    expect((await read('getArtists')).error).toMatchObject({ code: 40 })
  })
})
