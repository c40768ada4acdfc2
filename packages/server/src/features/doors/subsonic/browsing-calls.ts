/** The routes by which clients browse the library. */
import { mapSteps } from '../../../lib/steps.ts'
import { about } from '../../system/about.ts'
import { musicFolder } from './account.ts'
import {
  listAlbums,
  listRandomSongs,
  listSimilarWorks,
  listSongsOfGenre,
  listStarred,
  listTopSongs,
  search,
} from './browse.ts'
import { type Call, call } from './calls.ts'
import { albumOf, folderOf, preferredOf, type ShownWork, songOf } from './elements.rules.ts'
import { createGenreSongs } from './genre-songs.ts'
import {
  getArtist,
  type LibrarySources,
  listFolders,
  listGenres,
  listIndexes,
  readSong,
  readWork,
  type ShownSong,
} from './library.ts'
import { numberOf } from './params.rules.ts'
import { requiredId } from './params.ts'
import { type Element, IncrementalList } from './response.rules.ts'
import { createSongList } from './songs.ts'

const songsOf = (work: ShownWork): Element[] => preferredOf(work).map((track) => songOf(work, track))

export const browsingCalls = (sources: LibrarySources): Call[] => [
  ...call('getMusicFolders', () => ({
    musicFolders: { musicFolder: [{ id: musicFolder, name: about.name }] },
  })),
  ...call('getArtists', async (_request, context) => ({
    artists: { ignoredArticles: '', index: await listIndexes(sources, context) },
  })),
  ...call('getIndexes', async (_request, context) => ({
    indexes: {
      ignoredArticles: '',
      lastModified: sources.now().getTime(),
      index: await listIndexes(sources, context),
    },
  })),
  ...call('getMusicDirectory', async ({ query }, context) => {
    const named = requiredId(query, 'id', ['album', 'maker', 'artist'])
    if (named.kind !== 'album') return { directory: await listFolders(sources, named, context) }
    const work = await readWork(sources, named.id, context)
    return { directory: { ...folderOf(work), child: songsOf(work) } }
  }),
  ...call('getArtist', async ({ query }, context) => ({
    artist: await getArtist(sources, requiredId(query, 'id', ['maker', 'artist']), context),
  })),
  ...call('getAlbum', async ({ query }, context) => {
    const work = await readWork(sources, requiredId(query, 'id', ['album']).id, context)
    return { album: { ...albumOf(work), song: songsOf(work) } }
  }),
  ...call('getSong', async ({ query }, context) => {
    const { work, track } = await readSong(sources, requiredId(query, 'id', ['song']).id, context)
    return { song: songOf(work, track) }
  }),
  ...genreCalls(sources),
  ...similarCalls(sources),
]

function genreCalls(sources: LibrarySources): Call[] {
  const countSongs = createGenreSongs(sources)
  return call('getGenres', async (_request, context) => {
    const songs = await countSongs(context)
    return {
      genres: {
        genre: listGenres(sources, context).map(({ key, name: value, workCount: albumCount }) => ({
          songCount: songs.get(key) ?? 0,
          albumCount,
          value,
        })),
      },
    }
  })
}

/** Biographies are empty: they would come from services that this server does not call. */
const similarCalls = (sources: LibrarySources): Call[] => [
  ...['', '2'].flatMap((version) => [
    ...call(`getArtistInfo${version}`, () => ({ [`artistInfo${version}`]: {} })),
    ...call(`getAlbumInfo${version}`, () => ({ albumInfo: {} })),
    ...call(`getSimilarSongs${version}`, async ({ query }, context) => {
      const { kind, id } = requiredId(query, 'id', ['song', 'album', 'maker', 'artist'])
      if (kind === 'maker' || kind === 'artist') return { [`similarSongs${version}`]: { song: [] } }
      const work =
        kind === 'song' ? (await readSong(sources, id, context)).work : await readWork(sources, id, context)
      const songs = (await listSimilarWorks(sources, work, context)).flatMap(songsOf)
      return {
        [`similarSongs${version}`]: { song: songs.slice(0, numberOf(query.count, { usual: 50, most: 500 })) },
      }
    }),
  ]),
  ...call('getTopSongs', async ({ query }, context) => ({
    topSongs: { song: (await listTopSongs(sources, query, context)).map(shownSong) },
  })),
]

export function listCalls(sources: LibrarySources): Call[] {
  const listSongs = createSongList(sources)
  return [
    ...call('getAlbumList', ({ query }, context) => ({
      albumList: { album: stepped(listAlbums(sources, query, context), folderOf) },
    })),
    ...call('getAlbumList2', ({ query }, context) => ({
      albumList2: { album: stepped(listAlbums(sources, query, context), albumOf) },
    })),
    ...call('getRandomSongs', async ({ query }, context) => ({
      randomSongs: { song: await listRandomSongs(sources, query, context) },
    })),
    ...call('getSongsByGenre', ({ query }, context) => ({
      songsByGenre: { song: stepped(listSongsOfGenre(sources, { query, listSongs }, context), shownSong) },
    })),
    ...call('search2', async ({ query }, context) => {
      const { artists, works, songs } = await search(sources, { query, listSongs }, context)
      return {
        searchResult2: {
          artist: artists,
          album: stepped(works, folderOf),
          song: stepped(songs, shownSong),
        },
      }
    }),
    ...call('search3', async ({ query }, context) => {
      const { artists, works, songs } = await search(sources, { query, listSongs }, context)
      return {
        searchResult3: {
          artist: artists,
          album: stepped(works, albumOf),
          song: stepped(songs, shownSong),
        },
      }
    }),
    ...call('getStarred', async (_request, context) => {
      const { artist, works } = await listStarred(sources, context)
      return { starred: { artist, album: works.map(folderOf), song: [] } }
    }),
    ...call('getStarred2', async (_request, context) => {
      const { artist, works } = await listStarred(sources, context)
      return { starred2: { artist, album: works.map(albumOf), song: [] } }
    }),
  ]
}

const stepped = <T>(steps: AsyncIterable<readonly T[]>, elementOf: (one: T) => Element): IncrementalList =>
  new IncrementalList(mapSteps(steps, elementOf))

const shownSong = ({ work, track }: ShownSong): Element => songOf(work, track)
