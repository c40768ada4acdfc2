/** Tests that hidden works stay hidden, and how this API handles malicious input. */
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import {
  night,
  nightSong,
  type Parameters,
  rain,
  rainSong,
  type SubsonicWorld,
  subsonicWorld,
} from './testing/subsonic-world.ts'

/** Returns every call that reads, with the parameters that an app would send for a work and its song. */
const readsOf = (work: string, track: string, circle: string): readonly (readonly [string, Parameters])[] => [
  ['getArtist', { id: circle }],
  ['getAlbum', { id: work }],
  ['getMusicDirectory', { id: work }],
  ['getMusicDirectory', { id: circle }],
  ['getSong', { id: track }],
  ['getSimilarSongs2', { id: track }],
  ['getLyricsBySongId', { id: track }],
  ['getCoverArt', { id: work }],
  ['stream', { id: track }],
  ['download', { id: track }],
  ['scrobble', { id: track }],
  ['star', { id: track }],
  ['star', { albumId: work }],
  ['star', { artistId: circle }],
  ['setRating', { id: work, rating: 5 }],
  ['createBookmark', { id: track, position: 1000 }],
  ['savePlayQueue', { id: track, current: track, position: 1 }],
  ['reportPlayback', { mediaId: track, mediaType: 'song', positionMs: 1, state: 'playing' }],
  ['createPlaylist', { name: 'x', songId: track }],
]

eachEngine((engine) => {
  let here: SubsonicWorld
  beforeEach(async () => {
    here = await subsonicWorld(engine)
  })
  afterEach(() => here.close())

  test('what a limited account may not see is as what is not there, in every call', async () => {
    const { read, codeOf } = await here.enter()
    const hidden = readsOf(`al-${night}`, nightSong, 'ar-RG09999')
    const absent = readsOf('al-RJ09999999', 'tr-nowhere', 'ar-RG00000')
    for (const [at, [name, parameters]] of hidden.entries()) {
      expect([name, await codeOf(name, parameters)]).toEqual([name, 70])
      expect([name, await codeOf(name, absent[at]?.[1])]).toEqual([name, 70])
    }
    const lists: readonly (readonly [string, Parameters])[] = [
      ['getArtists', {}],
      ['getIndexes', {}],
      ['getGenres', {}],
      ['getRandomSongs', { size: 500 }],
      ['getSongsByGenre', { genre: 'Dark' }],
      ['getSimilarSongs', { id: rainSong }],
      ['search2', { query: 'rain' }],
      ['search3', { query: 'night' }],
      ['search3', { query: '""', artistCount: 500, albumCount: 500, songCount: 500 }],
      ['getStarred2', {}],
      ['getBookmarks', {}],
      ['getPlayQueue', {}],
      ['getPlaylists', {}],
      ['getScanStatus', {}],
    ]
    for (const [name, parameters] of lists)
      expect(JSON.stringify(await read(name, parameters)), name).not.toMatch(/night|dark|RJ01000002|RG09999/i)
    expect(await read('getScanStatus')).toMatchObject({ scanStatus: { scanning: false, count: 1 } })
    const grown = await here.enter({ username: 'grown', ageRestriction: 'r18' })
    expect(await grown.read('getSong', { id: nightSong })).toMatchObject({
      song: { explicitStatus: 'explicit' },
    })
  })

  test('what was seen before a limit was set is nowhere after it', async () => {
    const { read, owner } = await here.enter({ ageRestriction: 'r18' })
    await read('star', { albumId: `al-${night}` })
    await read('createBookmark', { id: nightSong, position: 5000 })
    await read('createPlaylist', { name: 'both', songId: [nightSong, rainSong] })
    await here.admin.call(api.updateUser, { params: { id: owner.user.id }, body: { ageRestriction: 'all' } })
    for (const name of ['getStarred2', 'getBookmarks', 'getPlayQueue', 'getPlaylists'])
      expect(JSON.stringify(await read(name)), name).not.toMatch(/night/i)
    expect(await read('getAlbumList2', { type: 'recent' })).toMatchObject({ albumList2: { album: [] } })
    expect(await read('getPlaylists')).toMatchObject({ playlists: { playlist: [{ songCount: 1 }] } })
  })

  test('whatever a stranger sends gets a response in the envelope', async () => {
    const { as } = await here.enter()
    const texts = [
      '',
      '\u0000',
      'al-\u0000',
      'tr-\ud800',
      '-1',
      '9'.repeat(40),
      '1e309',
      '[]',
      '__proto__',
      `al-${rain}\u0000`,
      'x'.repeat(600),
      '%',
      "'; drop table work; --",
    ]
    const names = [
      'id',
      'query',
      'size',
      'count',
      'songOffset',
      'albumOffset',
      'type',
      'fromYear',
      'genre',
      'rating',
      'position',
      'playlistId',
      'songId',
      'name',
      'mediaId',
      'state',
      'maxBitRate',
    ]
    const calls = [
      'search3',
      'getAlbumList2',
      'getSong',
      'getAlbum',
      'getArtist',
      'getMusicDirectory',
      'getRandomSongs',
      'getSongsByGenre',
      'stream',
      'getCoverArt',
      'star',
      'setRating',
      'createBookmark',
      'deleteBookmark',
      'savePlayQueue',
      'savePlayQueueByIndex',
      'reportPlayback',
      'createPlaylist',
      'updatePlaylist',
      'deletePlaylist',
      'getLyricsBySongId',
      'scrobble',
      'getUser',
    ]
    for (const name of calls) {
      for (const text of texts) {
        const said = await here.ask(name, {
          ...Object.fromEntries(names.map((one) => [one, text])),
          type: 'newest',
          state: 'playing',
          ...as,
        })
        expect(said.error?.message ?? '', `${name} ${text}`).not.toMatch(/server|internal/i)
      }
    }
    const far = {
      ...as,
      query: '',
      songOffset: 99_999_999_999,
      albumOffset: 99_999_999_999,
      artistOffset: 2 ** 40,
    }
    expect(await here.ask('search3', far)).toMatchObject({
      searchResult3: { artist: [], album: [], song: [] },
    })
    for (const [type, body] of [
      ['application/json', '{'],
      ['text/plain', 'x'],
      ['application/x-www-form-urlencoded', 'u=a&u=b&__proto__=x&&=&f'],
      ['application/x-www-form-urlencoded', `id=${'x'.repeat(200_000)}`],
    ] as const) {
      const response = await fetch(`${here.origin}/rest/ping`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      })
      expect([type, response.status, await response.text()]).toEqual([
        type,
        200,
        expect.stringContaining('status="failed"'),
      ])
    }
  })
})
