/** Lists the URL of every read of the compatibility APIs, for the works and entities of `random-catalogue.ts`. */
import { workKeyOf } from '@koedana/contract/values.ts'

const works = Array.from({ length: 9 }, (_, at) => `RJ9000000${at}`)
const numbers = [0, 1, 2, 3]
const texts = ['mist', 'rain', 'lantern', 'dusk', 'かな', '雨']
const fileOf = (id: string) => `file-${workKeyOf(id)}`

const kikoeru = [
  ...['release', 'create_date', 'dl_count', 'price', 'rate_average_2dp', 'random&seed=5'].flatMap((order) =>
    ['asc', 'desc'].map((sort) => `works?order=${order}&sort=${sort}&page=1`),
  ),
  ...['page=2&pageSize=2', 'nsfw=1', 'nsfw=2', 'lyric=local'].map((query) => `works?${query}`),
  ...['tags', 'vas', 'circles'].map((kind) => `${kind}/`),
  ...numbers.flatMap((n) => [
    ...['', '/works?page=1'].flatMap((what) => [
      `tags/10${n}${what}`,
      `vas/a${n}${what}`,
      `circles/${n}${what}`,
    ]),
  ]),
  ...texts.flatMap((text) => [
    `search/${encodeURIComponent(text)}?page=1`,
    `search?isAdvance=1&keyword=${encodeURIComponent(JSON.stringify([{ t: 1, d: text }]))}`,
  ]),
  ...works.flatMap((id) => [
    ...[`work/${id.slice(2)}`, `workInfo/${id}`, `tracks/${id.slice(2)}`, `search/${id}`],
    `media/check-lrc/${id.slice(2)}/${fileOf(id)}`,
    `media/stream/${id.slice(2)}/${fileOf(id)}`,
  ]),
  ...['', '&filter=listening', '&filter=marked'].map((filter) => `review?page=1${filter}`),
  ...['desc', 'asc'].map((sort) => `histroy?page=1&pageSize=3&sort=${sort}`),
]

const subsonic = [
  ...['getArtists', 'getIndexes', 'getGenres', 'getStarred', 'getStarred2', 'getBookmarks', 'getPlayQueue'],
  ...['getPlayQueueByIndex', 'getPlaylists', 'getScanStatus', 'getMusicFolders'],
  ...['newest', 'recent', 'frequent', 'starred', 'highest', 'alphabeticalByName'].flatMap((type) =>
    ['getAlbumList', 'getAlbumList2'].map((name) => `${name}?type=${type}&size=50`),
  ),
  'getAlbumList2?type=byYear&fromYear=2020&toYear=2030',
  ...numbers.flatMap((n) => [
    ...[`getAlbumList2?type=byGenre&genre=g+${n}+mist`, `getSongsByGenre?genre=g+${n}+mist`],
    ...[`getArtist?id=ar-RG0000${n}`, `getArtist?id=va-a${n}`, `getMusicDirectory?id=ar-RG0000${n}`],
    `getLyrics?artist=m+${n}+mist&title=one`,
  ]),
  ...['', ...texts].flatMap((text) =>
    ['search2', 'search3'].map((name) => `${name}?query=${encodeURIComponent(text)}&songOffset=1`),
  ),
  'search3?query=%22%22&artistCount=500&albumCount=500&songCount=500',
  ...works.flatMap((id) => [
    ...[`getAlbum?id=al-${id}`, `getMusicDirectory?id=al-${id}`, `getSimilarSongs2?id=al-${id}`],
    ...[`getSong?id=tr-${fileOf(id)}`, `getLyricsBySongId?id=tr-${fileOf(id)}`, `stream?id=tr-${fileOf(id)}`],
  ]),
]

const group = (kind: string, value: string) =>
  `filter=${kind}.${encodeURIComponent(Buffer.from(value).toString('base64'))}`
const library = 'api/libraries/library'
const abs = [
  ...['api/libraries', library, `${library}?include=filterdata`, `${library}/filterdata`, `${library}/stats`],
  ...[`${library}/items`, `${library}/items?sort=addedAt&desc=1&limit=2&page=1`, `${library}/personalized`],
  ...[`${library}/authors`, `${library}/narrators`, `${library}/series`],
  ...['progress', 'bookmarks', 'items-in-progress', 'listening-stats', 'listening-sessions'].map(
    (name) => `api/me/${name}`,
  ),
  ...numbers.flatMap((n) => [
    `${library}/items?${group('authors', `RG0000${n}`)}`,
    `${library}/items?${group('narrators', `a ${n} mist`)}`,
    `${library}/items?${group('series', `s${n}`)}`,
    ...[`api/authors/RG0000${n}?include=items,series`, `api/series/s${n}`],
  ]),
  ...texts.map((text) => `${library}/search?q=${encodeURIComponent(text)}`),
  ...works.flatMap((id) => [
    ...[`api/items/${id}`, `api/items/${id}?expanded=1&include=progress`, `api/me/progress/${id}`],
    ...[`api/items/${id}/file/${fileOf(id)}`, `api/me/item/listening-sessions/${id}`],
  ]),
]

const feeds = [
  ...['feeds.opml', 'following.xml'],
  ...numbers.map((n) => `series/s${n}.xml`),
  ...works.flatMap((id) => [
    ...[`work/${id}.xml`, `sound/${id}/${fileOf(id)}.mp3`, `chapters/${id}/${fileOf(id)}.json`],
    `transcript/${fileOf(id)}.vtt`,
  ]),
]

const dav = ['', ...works.flatMap((id) => [id, `${id}/${workKeyOf(id)}.mp3`])]

export const doorAddresses: readonly string[] = [
  ...kikoeru.map((path) => `/kikoeru/api/${path}`),
  ...subsonic.map((path) => `/rest/${path}`),
  ...abs.map((path) => `/abs/${path}`),
  ...feeds.map((path) => `/feeds/${path}`),
  ...dav.map((path) => `/dav/${path}`),
]
