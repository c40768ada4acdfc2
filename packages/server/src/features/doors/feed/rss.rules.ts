/** Writes podcast feeds as RSS 2.0 with the namespaces that podcast apps support, and lists of feeds as OPML 2.0. */
import { createHash } from 'node:crypto'
import { escapeXml } from '../xml.rules.ts'

export interface Feed {
  readonly title: string
  readonly description: string
  readonly author: string
  /** BCP 47; `''` if unknown. */
  readonly language: string
  /** The web page of the feed. */
  readonly page: string
  readonly url: string
  /** The URL without the secret, so that the feed keeps its identity when the secret changes. */
  readonly name: string
  readonly cover: string | undefined
  readonly isExplicit: boolean
  /** Whether it is played from the first episode to the last, rather than newest first. */
  readonly isSerial: boolean
  readonly episodes: readonly Episode[]
}

export interface Episode {
  /** Stays the same as long as the file does. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly publishedMs: number
  /** The number in its work, starting at 1. */
  readonly number: number
  readonly url: string
  readonly type: string
  readonly sizeBytes: number
  /** Seconds; null if unknown. */
  readonly duration: number | null
  readonly cover: string | undefined
  readonly isExplicit: boolean
  readonly transcripts: readonly { readonly url: string; readonly type: string }[]
  readonly chapters: string | undefined
}

const namespaces = {
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
}

type Attributes = Readonly<Record<string, string | number | undefined>>

const tag = (name: string, attributes: Attributes, inside = ''): string => {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(value)}"`],
  )
  return inside === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inside}</${name}>`
}

const text = (name: string, value: string | number | undefined): string =>
  value === undefined || value === '' ? '' : tag(name, {}, escapeXml(value))

const truth = (is: boolean) => (is ? 'true' : 'false')

export function writeRss(feed: Feed): string {
  const channel = [
    text('title', feed.title),
    text('link', feed.page),
    // RSS requires a description.
    text('description', feed.description || feed.title),
    text('language', feed.language),
    tag('atom:link', { href: feed.url, rel: 'self', type: 'application/rss+xml' }),
    text('itunes:author', feed.author),
    text('itunes:type', feed.isSerial ? 'serial' : 'episodic'),
    text('itunes:explicit', truth(feed.isExplicit)),
    // Requests podcast directories not to list this feed.
    text('itunes:block', 'Yes'),
    tag('podcast:locked', {}, 'yes'),
    text('podcast:guid', guidOf(feed.name)),
    tag('itunes:category', { text: 'Fiction' }, tag('itunes:category', { text: 'Drama' })),
    feed.cover === undefined ? '' : tag('itunes:image', { href: feed.cover }),
    ...feed.episodes.map(itemOf),
  ]
  return documentOf(tag('rss', { version: '2.0', ...namespaces }, tag('channel', {}, channel.join('\n'))))
}

function itemOf(episode: Episode): string {
  const { url, type, sizeBytes, duration, cover, chapters } = episode
  const parts = [
    text('title', episode.title),
    text('description', episode.description),
    tag('guid', { isPermaLink: 'false' }, escapeXml(episode.id)),
    text('pubDate', new Date(episode.publishedMs).toUTCString()),
    tag('enclosure', { url, length: sizeBytes, type }),
    text('itunes:duration', duration === null ? undefined : Math.round(duration)),
    text('itunes:episode', episode.number),
    text('itunes:explicit', truth(episode.isExplicit)),
    cover === undefined ? '' : tag('itunes:image', { href: cover }),
    ...episode.transcripts.map((one) => tag('podcast:transcript', one)),
    chapters === undefined
      ? ''
      : tag('podcast:chapters', { url: chapters, type: 'application/json+chapters' }),
  ]
  return tag('item', {}, parts.join(''))
}

export interface Outline {
  readonly title: string
  readonly url: string
}

/** Returns a list of feeds, to which apps can subscribe at once. */
export function writeOpml(title: string, feeds: readonly Outline[]): string {
  const outlines = feeds.map(({ title: name, url }) =>
    tag('outline', { type: 'rss', text: name, title: name, xmlUrl: url }),
  )
  const body = tag('body', {}, outlines.join('\n'))
  return documentOf(tag('opml', { version: '2.0' }, tag('head', {}, text('title', title)) + body))
}

const documentOf = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${inside}\n`

/** The UUID namespace of `podcast:guid` in Podcasting 2.0. */
const podcasts = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex')

/** Returns the version 5 UUID (RFC 9562) of a name. */
function guidOf(name: string): string {
  const bytes = createHash('sha1').update(podcasts).update(name).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
