// @module-tag large
/** Replays whole sessions of Amperfy and DSub, which read XML: the same requests in the same order, with responses parsed as strictly. */
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { lines } from '../testing/door-library.ts'
import {
  appsWorld,
  lastSong,
  night,
  queryOf,
  rain,
  rainAlbum,
  rainSong,
  type SubsonicWorld,
  tokenOf,
} from './testing/subsonic-world.ts'
import { appOf } from './testing/xml-app.ts'

eachEngine((engine) => {
  let here: SubsonicWorld
  beforeEach(async () => {
    here = await appsWorld(engine)
  })
  afterEach(() => here.close())

  const placeOf = async (owner: Awaited<ReturnType<SubsonicWorld['enter']>>['owner']) =>
    (await owner.call(api.getProgress, { params: { id: rain } })).progress

  test('Amperfy: signs in, copies, plays, seeks, rates, orders a list, and scrobbles what was heard offline', async () => {
    const { owner, secret, id } = await here.enter()
    const salt = 'sixteen-letters-'
    const as = { u: 'listener', v: '1.13.0', c: 'Amperfy', t: tokenOf(secret, salt), s: salt }
    const { fetchAs, read, codeOf, idsOf, hear } = appOf(here, as)
    for (const _ of ['the version', 'the password']) await read('ping')
    const offered = (await read('getOpenSubsonicExtensions')).flatMap((tag) =>
      tag.name === 'openSubsonicExtensions' ? [tag.attributes.name] : [],
    )
    expect(offered).toContain('songLyrics')
    const genres = (await read('getGenres')).filter(({ name }) => name === 'genre')
    expect(genres).toMatchObject([{ text: 'Calm', attributes: { songCount: '2', albumCount: '1' } }])
    const artists = (await read('getArtists')).filter(({ name }) => name === 'artist')
    expect(artists.map(({ attributes }) => attributes.albumCount)).toEqual(['1'])
    // It reads as many pages as the album counts of the artists imply, and one more.
    for (const [offset, found] of [
      [0, [rainAlbum]],
      [500, []],
    ] as const)
      expect(
        await idsOf('album', 'getAlbumList2', { type: 'alphabeticalByName', size: 500, offset }),
      ).toEqual(found)
    await read('getPodcasts', { includeEpisodes: 'false' })
    for (const name of ['getPlaylists', 'getStarred2', 'getInternetRadioStations', 'getMusicFolders'])
      await read(name)
    for (const type of ['newest', 'recent']) await read('getAlbumList2', { type, size: 20, offset: 0 })
    const [circle = ''] = await idsOf('artist', 'getIndexes', { musicFolderId: 1 })
    expect(await idsOf('child', 'getMusicDirectory', { id: circle })).toEqual([rainAlbum])
    expect(await idsOf('child', 'getMusicDirectory', { id: rainAlbum })).toEqual([rainSong, lastSong])
    expect(await idsOf('album', 'getArtist', { id: circle })).toEqual([rainAlbum])
    expect(await idsOf('song', 'getAlbum', { id: rainAlbum })).toEqual([rainSong, lastSong])
    // Only this error code makes the app remove a missing album.
    expect(await codeOf('getAlbum', { id: `al-${night}` })).toBe('70')
    await read('getSong', { id: rainSong })
    const said = (await read('getLyricsBySongId', { id: rainSong })).filter(({ name }) => name === 'line')
    expect(said.map(({ text, attributes }) => ({ start: Number(attributes.start), value: text }))).toEqual(
      lines,
    )
    for (const [part, found] of Object.entries({ artist: 'roof', album: 'roof', song: 'one' })) {
      const none = Object.fromEntries(
        ['artist', 'album', 'song'].flatMap((one) => [
          [`${one}Count`, 0],
          [`${one}Offset`, 0],
        ]),
      )
      await read('search3', { query: found, ...none, [`${part}Count`]: 40 })
    }
    const cover = await fetchAs('getCoverArt', { id: rainAlbum })
    expect([cover.headers.get('content-type'), await cover.text()]).toEqual(['image/webp', 'picture 960'])
    await hear('stream', { format: 'raw' })
    await hear('download', {})

    for (const submission of ['false', 'true']) await read('scrobble', { id: rainSong, submission })
    await read('setRating', { id: rainAlbum, rating: 4 })
    await read('star', { id: rainSong })
    await read('star', { artistId: circle })
    const starred = await read('getStarred2')
    expect(starred.flatMap((tag) => (tag.attributes.starred ? [tag.name] : [])).toSorted()).toEqual([
      'album',
      'artist',
    ])
    await read('unstar', { albumId: rainAlbum })

    await read('createPlaylist', { name: 'Evening' })
    const [playlistId = ''] = await idsOf('playlist', 'getPlaylists')
    await read('updatePlaylist', { playlistId, name: 'Evening', songIdToAdd: [rainSong, lastSong] })
    const [songIdToAdd, songIndexToRemove] = [
      [lastSong, rainSong],
      ['0', '1'],
    ]
    await read('updatePlaylist', { playlistId, name: 'Evening', songIndexToRemove, songIdToAdd })
    expect(await idsOf('entry', 'getPlaylist', { id: playlistId })).toEqual([lastSong, rainSong])
    await read('updatePlaylist', { playlistId, name: 'Evening', songIndexToRemove: '0' })
    expect(await idsOf('entry', 'getPlaylist', { id: playlistId })).toEqual([rainSong])
    await read('deletePlaylist', { id: playlistId })

    const hour = 3_600_000
    for (const ago of [3, 2, 1])
      await read('scrobble', { id: rainSong, time: Date.now() - ago * hour, submission: 'true' })
    expect(await placeOf(owner)).toBeNull()
    await owner.call(api.revokeAppPassword, { params: { id } })
    expect(await codeOf('ping')).toBe('40')
  })

  test('DSub: signs in with a header beside, goes through folders, keeps places, and says late what it did', async () => {
    const { owner, secret, id } = await here.enter()
    const basic = {
      authorization: `Basic ${Buffer.from(`listener:${secret}`).toString('base64')}`,
      'user-agent': 'DSub',
    }
    const hex = `enc:${Buffer.from(secret).toString('hex')}`
    // It uses token authentication once a server has reported its version.
    await appOf(here, { u: 'listener', p: hex, v: '1.2.0', c: 'DSub' }, basic).read('ping')
    const as = { u: 'listener', s: 'salt', t: tokenOf(secret, 'salt'), v: '1.2.0', c: 'DSub' }
    const { fetchAs, read, codeOf, idsOf, hear } = appOf(here, as, basic)
    const license = (await read('getLicense')).find(({ name }) => name === 'license')
    expect(license?.attributes.valid).toBe('true')
    expect(await idsOf('musicFolder', 'getMusicFolders')).toEqual(['1'])
    const indexes = (await read('getIndexes', { musicFolderId: 1 })).find(({ name }) => name === 'indexes')
    expect(indexes?.attributes.lastModified).toMatch(/^\d+$/)
    const [circle = ''] = await idsOf('artist', 'getIndexes')
    const [album = ''] = await idsOf('child', 'getMusicDirectory', { id: circle })
    expect(await idsOf('child', 'getMusicDirectory', { id: album })).toEqual([rainSong, lastSong])
    for (const type of ['newest', 'random', 'highest', 'frequent', 'recent', 'starred', 'alphabeticalByName'])
      await read('getAlbumList', { type, size: 20, offset: 0 })
    await read('getUser', { username: 'listener' })
    for (const name of ['getGenres', 'getPlaylists', 'getStarred', 'getPodcasts', 'getShares'])
      await read(name)
    expect((await idsOf('song', 'getRandomSongs', { size: 20 })).toSorted()).toEqual(
      [rainSong, lastSong].toSorted(),
    )
    const found = { query: 'roof', artistCount: 0, albumCount: 1, songCount: 1 }
    expect(await idsOf('album', 'search2', found)).toEqual([rainAlbum])
    // When a cover is missing it accepts an XML error instead of an image, and continues.
    expect(await codeOf('getAvatar', { username: 'listener' })).toBe('70')
    expect((await fetchAs('getCoverArt', { id: rainAlbum, size: 240 })).headers.get('content-type')).toBe(
      'image/webp',
    )
    await hear('stream', { maxBitRate: 0 })

    await read('createBookmark', { id: lastSong, position: 40_500, comment: 'on the train' })
    const marked = await read('getBookmarks')
    expect(marked.find(({ name }) => name === 'bookmark')?.attributes).toMatchObject({
      position: '40500',
      username: 'listener',
    })
    expect(await placeOf(owner)).toMatchObject({ fileId: lastSong.slice(3), position: 40.5, device: 'DSub' })
    await read('savePlayQueue', { id: [rainSong, lastSong], current: lastSong, position: 42_000 })
    const queue = await read('getPlayQueue')
    expect(queue.find(({ name }) => name === 'playQueue')?.attributes).toMatchObject({
      current: lastSong,
      position: '42000',
    })
    expect(queue.flatMap((tag) => (tag.name === 'entry' ? [tag.attributes.id] : []))).toEqual([
      rainSong,
      lastSong,
    ])
    await read('setRating', { id: rainSong, rating: 3 })
    const [playlistId = ''] = await idsOf('playlist', 'createPlaylist', { name: 'Night', songId: [rainSong] })
    await read('updatePlaylist', {
      playlistId,
      name: 'Night',
      songIdToAdd: [lastSong],
      songIndexToRemove: '0',
    })
    expect(await idsOf('entry', 'getPlaylist', { id: playlistId })).toEqual([lastSong])

    // It sends what was recorded offline: scrobbles, stars and bookmarks, in their original order.
    for (const ago of [2, 1])
      await read('scrobble', { id: lastSong, submission: 'true', time: Date.now() - ago * 60_000 })
    await read('star', { id: rainSong })
    for (const position of [45_000, 50_000])
      await read('createBookmark', { id: lastSong, position, comment: '' })
    expect(await placeOf(owner)).toMatchObject({ position: 50, finished: false })
    await read('deleteBookmark', { id: lastSong })
    expect(await idsOf('entry', 'getBookmarks')).toEqual([])
    expect(await owner.call(api.getMark, { params: { id: rain } })).toMatchObject({
      favorite: true,
      rating: 3,
    })
    await owner.call(api.revokeAppPassword, { params: { id } })
    expect(await (await fetch(`${here.origin}/rest/ping.view?${queryOf(as)}`)).text()).toContain('code="40"')
  })
})
