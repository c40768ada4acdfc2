/** The compatibility API for Subsonic apps, below `/rest`: every call by GET and as a form, with and without `.view`. */

import type { TrackLyrics } from '@koedana/contract/lyrics.ts'
import { type CoverSize, coverSizes, workIdOf } from '@koedana/contract/values.ts'
import type { Bytes, Context } from '../../../http/context.ts'
import type { Door, DoorRequest } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type AuthSources, personOf } from '../../auth/auth-sources.ts'
import { readTrackLyrics } from '../../library/lyrics/lyrics.use-cases.ts'
import { deletePlaylist, readPlaylist } from '../../playlists/playlists.use-cases.ts'
import type { ProgressSources } from '../../progress/progress.use-cases.ts'
import { about } from '../../system/about.ts'
import type { Entrance } from '../door-access.ts'
import { listEntities } from '../door-entities.ts'
import { type DoorMediaSources, sendDoorCover, sendDoorFile } from '../door-media.ts'
import { createPlays } from '../door-plays.ts'
import { readScan, readUser, type ScanSources, startScan } from './account.ts'
import { browsingCalls, listCalls } from './browsing-calls.ts'
import { type Call, call, change, routesOf } from './calls.ts'
import { formFor } from './form.rules.ts'
import { findFace, type LibrarySources, readSong, readWork, worksBy } from './library.ts'
import { saveRating, saveStars } from './marks.ts'
import { numberOf, type Query } from './params.rules.ts'
import { credentialOf, needed, neededId, readId } from './params.ts'
import {
  checkScrobble,
  createBookmark,
  deleteBookmark,
  listBookmarks,
  readQueue,
  reportPlayback,
  saveQueue,
} from './places.ts'
import { changeList, listAll, type PlaylistsHere, readList, saveList } from './playlists.ts'
import { type Element, formatOf, refusal, refusalOf } from './response.rules.ts'

export type SubsonicSources = MediaHere & ProgressSources & ScanSources & AuthSources

/** The account password is stored as a hash, which cannot be compared with a salted hash. */
const entrance: Entrance = { name: 'subsonic', takesAccountPassword: false }

export const subsonicDoor = (sources: SubsonicSources): Door => ({
  base: '/rest',
  isForOtherOrigins: true,
  isOpen: () => sources.access.isOpen(entrance.name),
  hasForms: true,
  authenticate: ({ query, caller }) => {
    // The page that requests JSONP would run the response as a script.
    if (query.f === 'jsonp') throw new AppError('malformed')
    return sources.access.admit(entrance, credentialOf(query), caller)
  },
  refuse: (failure, query) => ({
    ...refusal(formatOf(query), about.version, refusalOf(failure, query)),
    ...(!sources.access.isOpen(entrance.name) && { status: 404 }),
  }),
  routes: routesOf(sources, [
    ...systemCalls(sources),
    ...browsingCalls(sources),
    ...listCalls(sources),
    ...mediaCalls(sources),
    ...markCalls(sources),
    ...placeCalls(sources),
    ...playlistCalls(sources),
    ...emptyCalls(),
  ]),
})

const extensions = {
  formPost: [1],
  apiKeyAuthentication: [1],
  songLyrics: [1],
  indexBasedQueue: [1],
  playbackReport: [1],
}

const systemCalls = (sources: SubsonicSources): Call[] => [
  ...call('ping', () => undefined),
  ...call('getLicense', () => ({ license: { valid: true } })),
  ...call(
    'getOpenSubsonicExtensions',
    () => ({
      openSubsonicExtensions: Object.entries(extensions).map(([name, versions]) => ({ name, versions })),
    }),
    { access: 'public' },
  ),
  ...call('tokenInfo', (_request, context) => ({
    tokenInfo: { username: personOf(context).user.username },
  })),
  ...call('getUser', ({ query }, context) => ({ user: readUser(query, context) })),
  ...call('getScanStatus', async (_request, context) => ({ scanStatus: await readScan(sources, context) })),
  ...call('startScan', async (_request, context) => ({ scanStatus: await startScan(sources, context) }), {
    rate: 'write',
  }),
]

const mediaCalls = (sources: SubsonicSources): Call[] => [
  ...call('stream', ({ query }, context) => sendSong(sources, { query, isWhole: false }, context), {
    rate: 'media',
  }),
  ...call('download', ({ query }, context) => sendSong(sources, { query, isWhole: true }, context), {
    rate: 'media',
  }),
  ...call('getCoverArt', (request, context) => sendCover(sources, request, context), { rate: 'media' }),
  ...call('getLyrics', async ({ query }, context) => ({ lyrics: await readLyrics(sources, query, context) })),
  ...call('getLyricsBySongId', async ({ query }, context) => ({
    lyricsList: await listLyrics(sources, query, context),
  })),
]

const markCalls = (sources: SubsonicSources): Call[] => [
  ...change('star', (request, context) => saveStars(sources, { request, isStarred: true }, context)),
  ...change('unstar', (request, context) => saveStars(sources, { request, isStarred: false }, context)),
  ...change('setRating', (request, context) => saveRating(sources, request, context)),
  ...change('scrobble', (request, context) => checkScrobble(sources, request, context)),
]

function placeCalls(sources: SubsonicSources): Call[] {
  const plays = createPlays(sources)
  const reportPlay = plays.report
  return [
    ...call('getBookmarks', async (_request, context) => ({
      bookmarks: { bookmark: await listBookmarks(sources, context) },
    })),
    ...change('createBookmark', (request, context) =>
      createBookmark(sources, { ...request, reportPlay }, context),
    ),
    ...change('deleteBookmark', ({ query }, context) => deleteBookmark(sources, { query, plays }, context)),
    ...change('reportPlayback', (request, context) =>
      reportPlayback(sources, { ...request, reportPlay }, context),
    ),
    ...['', 'ByIndex'].flatMap((way) => [
      ...call(`getPlayQueue${way}`, async (_request, context) => ({
        [`playQueue${way}`]: await readQueue(sources, { isByIndex: way !== '' }, context),
      })),
      ...change(`savePlayQueue${way}`, (request, context) =>
        saveQueue(sources, { ...request, reportPlay, isByIndex: way !== '' }, context),
      ),
    ]),
  ]
}

const playlistCalls = (sources: SubsonicSources): Call[] => [
  ...call('getPlaylists', async (_request, context) => ({
    playlists: { playlist: await listAll(sources, context) },
  })),
  ...call('getPlaylist', async ({ query }, context) => ({
    playlist: await readList(sources, neededId(query, 'id', ['playlist']).id, context),
  })),
  ...call(
    'createPlaylist',
    async (request, context) => ({ playlist: await saveList(sources, request, context) }),
    {
      rate: 'write',
    },
  ),
  ...change('updatePlaylist', (request, context) => changeList(sources, request, context)),
  ...change('deletePlaylist', ({ query }, context) =>
    deletePlaylist(sources, neededId(query, 'id', ['playlist']).id, context),
  ),
]

/** Features that this server does not have: an empty list keeps clients working. */
const emptyCalls = (): Call[] => [
  ...call('getPodcasts', () => ({ podcasts: { channel: [] } })),
  ...call('getNewestPodcasts', () => ({ newestPodcasts: { episode: [] } })),
  ...call('getInternetRadioStations', () => ({ internetRadioStations: { internetRadioStation: [] } })),
  ...call('getShares', () => ({ shares: { share: [] } })),
  ...call('getNowPlaying', () => ({ nowPlaying: { entry: [] } })),
  ...call('getVideos', () => ({ videos: { video: [] } })),
]

type MediaHere = LibrarySources & DoorMediaSources & PlaylistsHere

/** stream, and download, which sends the original file. */
async function sendSong(
  sources: MediaHere,
  { query, isWhole }: { readonly query: Query; readonly isWhole: boolean },
  context: Context,
): Promise<Bytes> {
  const { work, track } = await readSong(sources, neededId(query, 'id', ['song']).id, context)
  const forms = (await sources.forms.program())?.forms ?? []
  const form = isWhole ? undefined : formFor(query, track, forms)
  return sendDoorFile(sources, { fileId: track.id, workId: work.card.id, form }, context)
}

/** getCoverArt, by the ID of an album, a song, a playlist, a circle or a voice actor. */
async function sendCover(sources: MediaHere, { query }: DoorRequest, context: Context): Promise<Bytes> {
  const workId = await workOf(sources, needed(query, 'id'), context)
  const wanted = numberOf(query.size, { usual: coverSizes[2], most: coverSizes[2] })
  const size: CoverSize = coverSizes.find((one) => one >= wanted) ?? coverSizes[2]
  return sendDoorCover(sources, { workId, size }, context)
}

async function workOf(sources: MediaHere, text: string, context: Context): Promise<string> {
  const { kind, id } = readId(text)
  if (kind === 'song') return (await readSong(sources, id, context)).work.card.id
  if (kind === 'album') return (await readWork(sources, id, context)).card.id
  if (kind === 'maker' || kind === 'artist') return (await findFace(sources, { kind, id }, context)).card.id
  if (kind !== 'playlist') throw new AppError('notFound')
  const [first] = (await readPlaylist(sources, id, context)).items
  if (!first) throw new AppError('notFound')
  return (await readWork(sources, workIdOf(first.work_key), context)).card.id
}

/** getLyricsBySongId: all subtitles of the track, the preferred ones first. */
async function listLyrics(sources: MediaHere, query: Query, context: Context): Promise<Element> {
  const { work, track } = await readSong(sources, neededId(query, 'id', ['song']).id, context)
  const texts = track.hasLyrics ? await readTrackLyrics(sources, { id: track.id }, context) : []
  return {
    structuredLyrics: texts.map((text) => ({
      displayArtist: work.card.maker?.name ?? '',
      displayTitle: track.title,
      lang: text.lang,
      offset: text.offsetMs,
      synced: text.synced,
      line: linesOf(text),
    })),
  }
}

const linesOf = ({ cues, synced }: TrackLyrics): Element[] =>
  cues.map(({ startMs, text }) => ({ start: synced ? startMs : undefined, value: text }))

/** getLyrics searches by names: returns the first matching song with subtitles. */
async function readLyrics(sources: MediaHere, query: Query, context: Context): Promise<Element> {
  const { artist, title } = query
  const makers = listEntities(sources, { kind: 'makers', text: artist ?? '' }, context)
  const maker = artist && title ? makers.find(({ name }) => name === artist) : undefined
  const works = maker ? await worksBy(sources, { kind: 'maker', id: maker.id }, context) : []
  const songs = works.flatMap(({ tracks }) => tracks)
  const song = songs.find((track) => track.hasLyrics && track.title === title)
  const [first] = song ? await readTrackLyrics(sources, { id: song.id }, context) : []
  return { artist, title, value: first?.cues.map(({ text }) => text).join('\n') ?? '' }
}
