/** Calls every text route of this API once, and validates the responses against the schemas that OpenSubsonic publishes. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compatibilityApisOf } from '../../../compatibility-apis.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { checkShape, isPublished } from './testing/published-shapes.ts'
import {
  lastSong,
  type Parameters,
  rainAlbum,
  rainSong,
  type SubsonicWorld,
  subsonicWorld,
} from './testing/subsonic-world.ts'

/** The order matters: later calls read what earlier ones wrote. */
const calls: readonly (readonly [name: string, parameters?: Parameters])[] = [
  ['ping'],
  ['getLicense'],
  ['getOpenSubsonicExtensions'],
  ['tokenInfo'],
  ['getUser', { username: 'listener' }],
  ['getScanStatus'],
  ['star', { id: rainSong, artistId: 'ar-RG01234' }],
  ['setRating', { id: rainSong, rating: 4 }],
  ['scrobble', { id: rainSong }],
  ['createBookmark', { id: rainSong, position: 1_500 }],
  ['getBookmarks'],
  ['reportPlayback', { mediaId: rainSong, mediaType: 'song', positionMs: 2_000, state: 'playing' }],
  ['savePlayQueue', { id: [rainSong, lastSong], current: lastSong, position: 1_500 }],
  ['savePlayQueueByIndex', { id: [rainSong, lastSong], currentIndex: 1, position: 1_500 }],
  ['getPlayQueue'],
  ['getPlayQueueByIndex'],
  ['createPlaylist', { name: 'Evening', songId: [rainSong, lastSong] }],
  ['getPlaylists'],
  ['getMusicFolders'],
  ['getArtists'],
  ['getIndexes'],
  ['getMusicDirectory', { id: 'ar-RG01234' }],
  ['getMusicDirectory', { id: rainAlbum }],
  ['getArtist', { id: 'ar-RG01234' }],
  ['getArtist', { id: 'va-haruka' }],
  ['getAlbum', { id: rainAlbum }],
  ['getSong', { id: rainSong }],
  ['getGenres'],
  ['getAlbumList', { type: 'newest' }],
  ['getAlbumList2', { type: 'newest' }],
  ['getRandomSongs'],
  ['getSongsByGenre', { genre: 'Calm' }],
  ['search2', { query: '' }],
  ['search3', { query: '' }],
  ['getStarred'],
  ['getStarred2'],
  ['getArtistInfo', { id: 'ar-RG01234' }],
  ['getArtistInfo2', { id: 'ar-RG01234' }],
  ['getAlbumInfo', { id: rainAlbum }],
  ['getAlbumInfo2', { id: rainAlbum }],
  ['getSimilarSongs', { id: rainAlbum }],
  ['getSimilarSongs2', { id: 'ar-RG01234' }],
  ['getTopSongs', { artist: 'Paper Lantern' }],
  ['getLyrics', { artist: 'Paper Lantern', title: 'one' }],
  ['getLyricsBySongId', { id: rainSong }],
  ['getPodcasts'],
  ['getNewestPodcasts'],
  ['getInternetRadioStations'],
  ['getShares'],
  ['getNowPlaying'],
  ['getVideos'],
  ['deleteBookmark', { id: rainSong }],
  ['unstar', { id: rainSong, artistId: 'ar-RG01234' }],
]

/** Tested elsewhere: they return bytes, or need the result of another call; `startScan` is for administrators. */
const elsewhere = [
  'stream',
  'download',
  'getCoverArt',
  'startScan',
  'getPlaylist',
  'updatePlaylist',
  'deletePlaylist',
]

eachEngine((engine) => {
  let here: SubsonicWorld
  beforeEach(async () => {
    here = await subsonicWorld(engine)
  })
  afterEach(() => here.close())

  test('every response has the shape that OpenSubsonic publishes', async () => {
    const { read } = await here.enter()
    for (const [name, parameters = {}] of calls) {
      expect(isPublished(name), name).toBe(true)
      // Throws if the response differs from the schema.
      await read(name, parameters)
    }
  })

  test('no call of the door is left out', () => {
    const door = compatibilityApisOf(here.w.deps).find(({ base }) => base === '/rest')
    const names = new Set(door?.routes.map(({ path }) => path.slice(1).replace(/\.view$/, '')))
    expect([...names].toSorted()).toEqual(
      [...new Set([...calls.map(([name]) => name), ...elsewhere])].toSorted(),
    )
  })
})

test('what has another shape is found', () => {
  const head = { status: 'ok', version: '1.16.1', type: 'koedana', serverVersion: '1', openSubsonic: true }
  const said = (more: object) => ({ 'subsonic-response': { ...head, ...more } })
  expect(() => checkShape('ping', said({}))).not.toThrow()
  expect(() => checkShape('ping', said({ status: 'fine' }))).toThrow()
  expect(() => checkShape('getAlbum', said({ album: { id: 'al-1' } }))).toThrow('name')
})
