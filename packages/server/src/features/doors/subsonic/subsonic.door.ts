/** The compatibility API for Subsonic apps, below `/rest`: every call by GET and as a form, with and without `.view`. */

import type { TrackLyrics } from '@koedana/contract/lyrics.ts'
import { type CoverSize, coverSizes, workIdOf } from '@koedana/contract/values.ts'
import type { Bytes, Context } from '../../../http/context.ts'
import type { Door, DoorRequest } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type AuthSources, requirePerson } from '../../auth/auth-sources.ts'
import { readTrackLyrics } from '../../library/lyrics/lyrics.use-cases.ts'
import { deletePlaylist, readPlaylist } from '../../playlists/playlists.use-cases.ts'
import type { ProgressSources } from '../../progress/progress.use-cases.ts'
import { about } from '../../system/about.ts'
import type { LoginPolicy } from '../door-access.ts'
import { listEntities } from '../door-entities.ts'
import { type DoorMediaSources, sendDoorCover, sendDoorFile } from '../door-media.ts'
import { createPlayReporter } from '../door-plays.ts'
import { readScan, readUser, type ScanSources, startScan } from './account.ts'
import {
  checkScrobble,
  createBookmark,
  deleteBookmark,
  listBookmarks,
  readQueue,
  reportPlayback,
  saveQueue,
} from './bookmarks-and-queues.ts'
import { browsingCalls, listCalls } from './browsing-calls.ts'
import { type Call, call, mutationCall, routesOf } from './calls.ts'
import { formFor } from './converted-form.rules.ts'
import { findRepresentativeWork, type LibrarySources, readSong, readWork, worksBy } from './library.ts'
import { numberOf, type Query } from './params.rules.ts'
import { credentialOf, readId, requiredId, requiredParam } from './params.ts'
import {
  changeList,
  listPlaylistElements,
  readList,
  type SubsonicPlaylistSources,
  saveList,
} from './playlists.ts'
import { type Element, errorResponse, formatOf, protocolErrorOf } from './response.rules.ts'
import { saveRating, saveStars } from './stars-and-ratings.ts'

export type SubsonicSources = SubsonicMediaSources & ProgressSources & ScanSources & AuthSources

/** The account password is stored as a hash, which cannot be compared with a salted hash. */
const entrance: LoginPolicy = { name: 'subsonic', takesAccountPassword: false }

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
    ...errorResponse(formatOf(query), about.version, protocolErrorOf(failure, query)),
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
    tokenInfo: { username: requirePerson(context).user.username },
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
  ...mutationCall('star', (request, context) => saveStars(sources, { request, isStarred: true }, context)),
  ...mutationCall('unstar', (request, context) => saveStars(sources, { request, isStarred: false }, context)),
  ...mutationCall('setRating', (request, context) => saveRating(sources, request, context)),
  ...mutationCall('scrobble', (request, context) => checkScrobble(sources, request, context)),
]

function placeCalls(sources: SubsonicSources): Call[] {
  const plays = createPlayReporter(sources)
  const reportPlay = plays.report
  return [
    ...call('getBookmarks', async (_request, context) => ({
      bookmarks: { bookmark: await listBookmarks(sources, context) },
    })),
    ...mutationCall('createBookmark', (request, context) =>
      createBookmark(sources, { ...request, reportPlay }, context),
    ),
    ...mutationCall('deleteBookmark', ({ query }, context) =>
      deleteBookmark(sources, { query, plays }, context),
    ),
    ...mutationCall('reportPlayback', (request, context) =>
      reportPlayback(sources, { ...request, reportPlay }, context),
    ),
    ...['', 'ByIndex'].flatMap((way) => [
      ...call(`getPlayQueue${way}`, async (_request, context) => ({
        [`playQueue${way}`]: await readQueue(sources, { isByIndex: way !== '' }, context),
      })),
      ...mutationCall(`savePlayQueue${way}`, (request, context) =>
        saveQueue(sources, { ...request, reportPlay, isByIndex: way !== '' }, context),
      ),
    ]),
  ]
}

const playlistCalls = (sources: SubsonicSources): Call[] => [
  ...call('getPlaylists', async (_request, context) => ({
    playlists: { playlist: await listPlaylistElements(sources, context) },
  })),
  ...call('getPlaylist', async ({ query }, context) => ({
    playlist: await readList(sources, requiredId(query, 'id', ['playlist']).id, context),
  })),
  ...call(
    'createPlaylist',
    async (request, context) => ({ playlist: await saveList(sources, request, context) }),
    {
      rate: 'write',
    },
  ),
  ...mutationCall('updatePlaylist', (request, context) => changeList(sources, request, context)),
  ...mutationCall('deletePlaylist', ({ query }, context) =>
    deletePlaylist(sources, requiredId(query, 'id', ['playlist']).id, context),
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

type SubsonicMediaSources = LibrarySources & DoorMediaSources & SubsonicPlaylistSources

/** stream, and download, which sends the original file. */
async function sendSong(
  sources: SubsonicMediaSources,
  { query, isWhole }: { readonly query: Query; readonly isWhole: boolean },
  context: Context,
): Promise<Bytes> {
  const { work, track } = await readSong(sources, requiredId(query, 'id', ['song']).id, context)
  const forms = (await sources.forms.program())?.forms ?? []
  const form = isWhole ? undefined : formFor(query, track, forms)
  return sendDoorFile(sources, { fileId: track.id, workId: work.card.id, form }, context)
}

/** getCoverArt, by the ID of an album, a song, a playlist, a circle or a voice actor. */
async function sendCover(
  sources: SubsonicMediaSources,
  { query }: DoorRequest,
  context: Context,
): Promise<Bytes> {
  const workId = await workOf(sources, requiredParam(query, 'id'), context)
  const wanted = numberOf(query.size, { usual: coverSizes[2], most: coverSizes[2] })
  const size: CoverSize = coverSizes.find((one) => one >= wanted) ?? coverSizes[2]
  return sendDoorCover(sources, { workId, size }, context)
}

async function workOf(sources: SubsonicMediaSources, text: string, context: Context): Promise<string> {
  const { kind, id } = readId(text)
  if (kind === 'song') return (await readSong(sources, id, context)).work.card.id
  if (kind === 'album') return (await readWork(sources, id, context)).card.id
  if (kind === 'maker' || kind === 'artist')
    return (await findRepresentativeWork(sources, { kind, id }, context)).card.id
  if (kind !== 'playlist') throw new AppError('notFound')
  const [first] = (await readPlaylist(sources, id, context)).items
  if (!first) throw new AppError('notFound')
  return (await readWork(sources, workIdOf(first.work_key), context)).card.id
}

/** getLyricsBySongId: all subtitles of the track, the preferred ones first. */
async function listLyrics(sources: SubsonicMediaSources, query: Query, context: Context): Promise<Element> {
  const { work, track } = await readSong(sources, requiredId(query, 'id', ['song']).id, context)
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
async function readLyrics(sources: SubsonicMediaSources, query: Query, context: Context): Promise<Element> {
  const { artist, title } = query
  const makers = listEntities(sources, { kind: 'makers', text: artist ?? '' }, context)
  const maker = artist && title ? makers.find(({ name }) => name === artist) : undefined
  const works = maker ? await worksBy(sources, { kind: 'maker', id: maker.id }, context) : []
  const songs = works.flatMap(({ tracks }) => tracks)
  const song = songs.find((track) => track.hasLyrics && track.title === title)
  const [first] = song ? await readTrackLyrics(sources, { id: song.id }, context) : []
  return { artist, title, value: first?.cues.map(({ text }) => text).join('\n') ?? '' }
}
