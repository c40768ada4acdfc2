/**
 * The compatibility API for podcast apps, below `/feeds/<secret>`. These apps only know URLs, so an app password is part of the URL,
 * where it is never logged (ADR 0056).
 */

import { createHash } from 'node:crypto'
import type { Bytes, Context } from '../../../http/context.ts'
import type { Door, DoorRequest } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { readTrackLyrics } from '../../library/lyrics/lyrics.use-cases.ts'
import { contentTypes, writers } from '../../library/lyrics/write.rules.ts'
import { contentTypeOf } from '../../library/media/formats.rules.ts'
import type { LoginPolicy } from '../door-access.ts'
import { type DoorMediaSources, sendDoorCover, sendDoorFile } from '../door-media.ts'
import {
  type FeedContent,
  type FeedKind,
  type FeedWork,
  feedKinds,
  listFeeds,
  readFeedContent,
} from './feed-works.ts'
import { type Episode, type Feed, type Outline, writeOpml, writeRss } from './rss.rules.ts'

const entrance: LoginPolicy = { name: 'feed', takesAccountPassword: false }

export const feedDoor = (sources: DoorMediaSources): Door => ({
  base: '/feeds',
  isForOtherOrigins: true,
  isOpen: () => sources.access.isOpen(entrance.name),
  authenticate: ({ params: { secret = '' }, caller }) =>
    sources.access.admit(entrance, { kind: 'secret', secret }, caller),
  refuse: ({ code, status, sentence }) => ({
    status: code === 'wrongCredentials' ? 401 : status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from(sentence),
  }),
  routes: [
    read('/:secret/feeds.opml', (request, context) => sendList(sources, request, context)),
    read('/:secret/following.xml', (request, context) => sendFollowing(sources, request, context)),
    read('/:secret/transcript/:name', (request, context) => sendTranscript(sources, request, context)),
    read('/:secret/chapters/:work/:name', (request, context) => sendChapters(sources, request, context)),
    media('/:secret/cover/:work', ({ params: { work = '' } }, context) =>
      sendDoorCover(sources, { workId: work, size: 960, isJpeg: true }, context),
    ),
    media('/:secret/sound/:work/:name', ({ params: { work = '', name = '' } }, context) =>
      sendDoorFile(sources, { workId: work, fileId: name.replace(/\.[^.]*$/, '') }, context),
    ),
    read('/:secret/:kind/:name', (request, context) => sendFeed(sources, request, context)),
  ],
})

type Handle = (request: DoorRequest, context: Context) => unknown

const read = (path: string, handle: Handle) =>
  ({ method: 'GET', access: 'user', rate: 'read', path, handle }) as const

const media = (path: string, handle: Handle) =>
  ({ method: 'GET', access: 'user', rate: 'media', path, handle }) as const

const words = {
  'zh-CN': { following: '关注的新作', all: '声棚的播客' },
  'en-US': { following: 'New from those I follow', all: 'Podcasts of Koedana' },
  'ja-JP': { following: 'フォロー中の新作', all: '声棚のポッドキャスト' },
} as const

/** Returns the URLs of a feed and its contents; all start with the secret of its owner. */
function addressesIn({ origin, params: { secret = '' } }: DoorRequest) {
  const base = `${origin}/feeds/${encodeURIComponent(secret)}`
  return {
    feed: (kind: FeedKind, id: string) =>
      kind === 'following' ? `${base}/following.xml` : `${base}/${kind}/${encodeURIComponent(id)}.xml`,
    sound: (work: string, { id, format }: FeedWork['tracks'][number]) =>
      `${base}/sound/${work}/${encodeURIComponent(id)}.${format}`,
    cover: (work: string) => `${base}/cover/${work}`,
    transcript: (track: string, ending: string) =>
      `${base}/transcript/${encodeURIComponent(track)}.${ending}`,
    chapters: (work: string, track: string) => `${base}/chapters/${work}/${encodeURIComponent(track)}.json`,
  }
}

type Addresses = ReturnType<typeof addressesIn>

/** GET /:kind/:name, where the name is an ID followed by `.xml`. */
async function sendFeed(sources: DoorMediaSources, request: DoorRequest, context: Context): Promise<Bytes> {
  const { kind: text = '', name = '' } = request.params
  const kind = feedKinds.find((one) => one === text)
  if (kind === undefined || kind === 'following' || !name.endsWith(ending)) throw new AppError('notFound')
  return sendShelf(sources, { kind, id: name.slice(0, -ending.length), request }, context)
}

const sendFollowing = (sources: DoorMediaSources, request: DoorRequest, context: Context) =>
  sendShelf(sources, { kind: 'following', id: '', request }, context)

const ending = '.xml'

interface ShelfRequest {
  readonly kind: FeedKind
  readonly id: string
  readonly request: DoorRequest
}

async function sendShelf(sources: DoorMediaSources, request: ShelfRequest, context: Context): Promise<Bytes> {
  const shelf = await readFeedContent(sources, request, context)
  return responseOf(writeRss(feedOf(shelf, request, context)), 'application/rss+xml', context)
}

/** GET /feeds.opml. */
async function sendList(sources: DoorMediaSources, request: DoorRequest, context: Context) {
  const said = words[context.locale]
  const address = addressesIn(request)
  const feeds = (await listFeeds(sources, context)).map(
    ({ kind, id, title }): Outline => ({ title: title || said.following, url: address.feed(kind, id) }),
  )
  return responseOf(writeOpml(said.all, feeds), 'text/x-opml', context)
}

/** Returns the response, or 304 if the ETag matches, since apps poll every hour. */
function responseOf(text: string, type: string, { headers }: Context): Bytes {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  const kept = { etag, 'cache-control': 'private, no-cache' }
  if (headers['if-none-match'] === etag) return { status: 304, headers: kept }
  return {
    status: 200,
    headers: { ...kept, 'content-type': `${type}; charset=utf-8` },
    body: Buffer.from(text),
  }
}

function feedOf(shelf: FeedContent, { kind, id, request }: ShelfRequest, context: Context): Feed {
  const address = addressesIn(request)
  const title = shelf.title || words[context.locale].following
  const [first] = shelf.works
  const pages: Readonly<Record<FeedKind, string>> = {
    work: `/work/${id}`,
    series: `/works?series=${encodeURIComponent(id)}`,
    view: '/',
    following: '/follows',
  }
  const isOne = kind === 'work'
  return {
    title,
    description: isOne && first ? descriptionOf(first.card) : '',
    author: (kind !== 'view' && kind !== 'following' && first?.card.maker?.name) || 'Koedana',
    language: isOne ? (first?.card.titleLanguage ?? '') : context.locale,
    page: request.origin + pages[kind],
    url: address.feed(kind, id),
    name: `${hostOf(request.origin)}/feeds/${kind}/${id}`,
    cover: first ? address.cover(first.card.id) : undefined,
    isExplicit: shelf.works.some(({ card }) => card.ageCategory !== 'all'),
    isSerial: shelf.isSerial,
    episodes: shelf.works.flatMap((work) => episodesOf(work, { address, isOne, isSerial: shelf.isSerial })),
  }
}

const minuteMs = 60_000

interface Drawn {
  readonly address: Addresses
  /** Whether the feed is one work, so that its tracks need no name of the work. */
  readonly isOne: boolean
  readonly isSerial: boolean
}

/** Returns the episodes. Their dates are one minute apart, so that sorting by date keeps the order of the tracks. */
function episodesOf({ card, addedMs, tracks }: FeedWork, { address, isOne, isSerial }: Drawn): Episode[] {
  const released = card.releaseDate === null ? Number.NaN : Date.parse(card.releaseDate)
  const from = isSerial && Number.isFinite(released) ? released : addedMs
  return tracks.map((track, at) => ({
    id: track.id,
    title: isOne ? track.title : `${card.title} · ${track.title}`,
    description: isOne ? '' : descriptionOf(card),
    publishedMs: from + at * minuteMs,
    number: at + 1,
    url: address.sound(card.id, track),
    type: contentTypeOf(`sound.${track.format}`),
    sizeBytes: track.sizeBytes,
    duration: track.duration,
    cover: address.cover(card.id),
    isExplicit: card.ageCategory !== 'all',
    transcripts: track.hasLyrics
      ? (['vtt', 'srt'] as const).map((form) => ({
          url: address.transcript(track.id, form),
          type: contentTypes[form].split(';')[0] ?? '',
        }))
      : [],
    chapters: track.chapters.length > 0 ? address.chapters(card.id, track.id) : undefined,
  }))
}

const descriptionOf = ({ maker, artists, genres }: FeedWork['card']): string =>
  [maker?.name, artists.map(({ name }) => name).join(', '), genres.map(({ name }) => name).join(', ')]
    .filter(Boolean)
    .join(' · ')

/** GET /transcript/:name: the subtitles of a track, as `<id>.vtt` or `<id>.srt`. */
async function sendTranscript(
  sources: DoorMediaSources,
  { params: { name = '' } }: DoorRequest,
  context: Context,
): Promise<Bytes> {
  const form = (['vtt', 'srt'] as const).find((one) => name.endsWith(`.${one}`))
  if (form === undefined) throw new AppError('notFound')
  const lyrics = await readTrackLyrics(sources, { id: name.slice(0, -form.length - 1) }, context)
  const first = lyrics.find(({ synced }) => synced) ?? lyrics[0]
  if (!first) throw new AppError('notFound')
  const headers = { 'content-type': contentTypes[form], 'cache-control': 'private, no-cache' }
  return { status: 200, headers, body: Buffer.from(writers[form]({ ...first, isSynced: first.synced })) }
}

/** GET /chapters/:work/:name: the chapters of a track in the format of Podcasting 2.0. */
async function sendChapters(
  sources: DoorMediaSources,
  { params: { work = '', name = '' } }: DoorRequest,
  context: Context,
): Promise<Bytes> {
  const [found] = (await readFeedContent(sources, { kind: 'work', id: work }, context)).works
  const track = found?.tracks.find(({ id }) => `${id}.json` === name)
  if (!track || track.chapters.length === 0) throw new AppError('notFound')
  const chapters = track.chapters.map(({ start, title }) => ({ startTime: start, ...(title && { title }) }))
  const headers = { 'content-type': 'application/json+chapters', 'cache-control': 'private, no-cache' }
  return { status: 200, headers, body: Buffer.from(JSON.stringify({ version: '1.2.0', chapters })) }
}

/**
 * Returns the host and path of an origin, without protocol and port. A feed keeps its identity, whether it is read through a proxy or
 * directly at the port.
 */
function hostOf(origin: string): string {
  if (!URL.canParse(origin)) return origin
  const { hostname, pathname } = new URL(origin)
  return hostname + pathname.replace(/\/$/, '')
}
