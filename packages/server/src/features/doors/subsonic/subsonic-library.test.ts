import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { putInLibrary } from '../../../testing/put-in-library.ts'
import {
  lastSong,
  type Parameters,
  rainAlbum,
  rainSong,
  type SubsonicWorld,
  sold,
  subsonicWorld,
} from './testing/subsonic-world.ts'

const song = {
  id: rainSong,
  isDir: false,
  parent: rainAlbum,
  albumId: rainAlbum,
  album: 'Rain on the roof',
  artist: 'Paper Lantern',
  artistId: 'ar-RG01234',
  displayArtist: 'Haruka',
  title: 'one',
  track: 1,
  duration: 60,
  suffix: 'mp3',
  contentType: 'audio/mpeg',
  size: 9,
  year: 2025,
  genre: 'Calm',
  explicitStatus: 'clean',
}
const album = {
  id: rainAlbum,
  name: 'Rain on the roof',
  songCount: 2,
  duration: 120,
  artistId: 'ar-RG01234',
  year: 2025,
}
const Songs = v.object({ song: v.optional(v.array(v.object({ albumId: v.string() })), []) })
const SongsByGenre = v.object({ songsByGenre: Songs })
const TopSongs = v.object({ topSongs: Songs })
const Genres = v.object({
  genres: v.object({
    genre: v.array(v.object({ value: v.string(), songCount: v.number(), albumCount: v.number() })),
  }),
})

eachEngine((engine) => {
  let here: SubsonicWorld
  beforeEach(async () => {
    here = await subsonicWorld(engine)
  })
  afterEach(() => here.close())

  test('a work is an album, its circle an artist, its tracks songs, however one gets there', async () => {
    const { read } = await here.enter()
    expect(await read('getMusicFolders')).toMatchObject({ musicFolders: { musicFolder: [{ id: 1 }] } })
    const index = [{ name: 'P', artist: [{ id: 'ar-RG01234', name: 'Paper Lantern', albumCount: 1 }] }]
    expect(await read('getArtists.view')).toMatchObject({ artists: { index } })
    expect(await read('getIndexes')).toMatchObject({ indexes: { index } })
    expect(await read('getArtist', { id: 'ar-RG01234' })).toMatchObject({ artist: { album: [album] } })
    expect(await read('getArtist', { id: 'va-haruka' })).toMatchObject({
      artist: { name: 'Haruka', album: [album] },
    })
    expect(await read('getAlbum', { id: rainAlbum })).toMatchObject({
      album: { ...album, song: [song, { id: lastSong, track: 2 }] },
    })
    expect(await read('getSong', { id: rainSong })).toMatchObject({ song })
    expect(await read('getMusicDirectory', { id: 'ar-RG01234' })).toMatchObject({
      directory: { child: [{ id: rainAlbum, isDir: true, title: 'Rain on the roof' }] },
    })
    expect(await read('getMusicDirectory', { id: rainAlbum })).toMatchObject({
      directory: { child: [song, { id: lastSong }] },
    })
    expect(await read('getGenres')).toMatchObject({
      genres: { genre: [{ value: 'Calm', albumCount: 1, songCount: 2 }] },
    })
    expect(await read('getSongsByGenre', { genre: 'Calm', count: 1, offset: 1 })).toMatchObject({
      songsByGenre: { song: [{ id: lastSong }] },
    })
    const random = await read('getRandomSongs', { size: 500, fromYear: 2025, toYear: 2025 })
    expect(random).toMatchObject({ randomSongs: { song: { length: 2 } } })
    expect(await read('search3', { query: 'lantern' })).toMatchObject({
      searchResult3: { artist: [{ id: 'ar-RG01234' }], album: [album], song: [song, { id: lastSong }] },
    })
    expect(await read('search2', { query: 'roof' })).toMatchObject({
      searchResult2: { album: [{ isDir: true }] },
    })
    expect(await read('search3', { query: 'nothing like it' })).toMatchObject({
      searchResult3: { artist: [], album: [], song: [] },
    })
    const xml = await here.fetchRaw('getSong', {
      ...(await here.enter({ username: 'other' })).as,
      id: rainSong,
    })
    expect(await xml.text()).toContain('<song id="tr-')
  })

  test('each list of albums exists', async () => {
    const { read, codeOf } = await here.enter()
    const types: readonly Parameters[] = [
      ...['random', 'newest', 'highest', 'alphabeticalByName', 'alphabeticalByArtist'].map((type) => ({
        type,
      })),
      { type: 'byYear', fromYear: 2026, toYear: 2024 },
      { type: 'byYear', fromYear: 2025, toYear: 2025 },
      { type: 'byGenre', genre: 'Calm' },
    ]
    for (const type of types) {
      expect(await read('getAlbumList2', type), String(type.type)).toMatchObject({
        albumList2: { album: [album] },
      })
      expect(await read('getAlbumList', type)).toMatchObject({ albumList: { album: [{ isDir: true }] } })
      const behind = await read('getAlbumList2', { ...type, offset: 1 })
      expect(behind).toMatchObject({ albumList2: { album: [] } })
    }
    for (const type of ['frequent', 'recent', 'starred'])
      expect(await read('getAlbumList2', { type })).toMatchObject({ albumList2: { album: [] } })
    expect(await read('getAlbumList2', { type: 'byGenre', genre: 'Dark' })).toMatchObject({
      albumList2: { album: [] },
    })
    expect(await codeOf('getAlbumList2')).toBe(10)
    expect(await codeOf('getAlbumList2', { type: '__proto__' })).toBe(10)
  })

  test('works without files are shown to those who want the catalogue', async () => {
    const whole = await here.enter({}, true)
    expect(await whole.read('getAlbum', { id: `al-${sold}` })).toMatchObject({
      album: { songCount: 0, song: [] },
    })
    const other = await here.enter({ username: 'other' })
    expect(await other.codeOf('getAlbum', { id: `al-${sold}` })).toBe(70)
  })

  test('a genre counts the songs that are listed of it, for who may see them', async () => {
    await here.w.make([
      { id: 'RJ01000005', name: 'Tide', ageCategory: 'all', genres: [{ id: '56', name: 'Calm' }], sales: 9 },
      { id: 'RJ01000006', name: 'Ebb', ageCategory: 'r18', genres: [{ id: '56', name: 'Calm' }], sales: 99 },
    ])
    const { write, coversFolder, catalogue } = here.w.deps
    await putInLibrary(write, ['RJ01000005', 'RJ01000006'], coversFolder)
    await catalogue.caughtUp()
    for (const account of [{}, { username: 'adult', ageRestriction: 'r18' as const }]) {
      const { read } = await here.enter(account)
      const { genres } = v.parse(Genres, await read('getGenres'))
      for (const { value, songCount, albumCount } of genres.genre) {
        const { songsByGenre } = v.parse(
          SongsByGenre,
          await read('getSongsByGenre', { genre: value, count: 500 }),
        )
        expect([value, songCount], account.username).toEqual([value, songsByGenre.song.length])
        expect(new Set(songsByGenre.song.map(({ albumId }) => albumId)).size).toBe(albumCount)
      }
    }
  })

  test('the top songs of a circle or a voice are those of their best-selling works', async () => {
    await here.w.make([
      {
        id: 'RJ01000007',
        name: 'Tide',
        ageCategory: 'all',
        maker: { id: 'RG01234', name: 'Paper Lantern' },
        artists: [{ id: 'haruka', name: 'Haruka' }],
        sales: 900,
      },
    ])
    await putInLibrary(here.w.deps.write, ['RJ01000007'], here.w.deps.coversFolder)
    await here.w.deps.catalogue.caughtUp()
    const { read } = await here.enter()
    const albumsOf = async (parameters: Parameters) =>
      v.parse(TopSongs, await read('getTopSongs', parameters)).topSongs.song.map(({ albumId }) => albumId)
    for (const artist of ['Paper Lantern', 'Haruka'])
      expect(await albumsOf({ artist })).toEqual(['al-RJ01000007', rainAlbum, rainAlbum])
    expect(await albumsOf({ artist: 'Haruka', count: 2 })).toEqual(['al-RJ01000007', rainAlbum])
    expect(await albumsOf({ artist: 'Nobody' })).toEqual([])
    expect(await albumsOf({ artist: 'Night Lantern' })).toEqual([])
  })
})
