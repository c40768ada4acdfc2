/** An app that parses XML as strictly as Amperfy and DSub. */
import * as v from 'valibot'
import { expect } from 'vitest'
import { type Parameters, rainSong, type SubsonicWorld } from './subsonic-world.ts'

/** Returns an app with these credentials. Its responses must have every field that its parser requires. */
export function appOf(here: SubsonicWorld, as: Parameters, headers: Readonly<Record<string, string>> = {}) {
  const fetchAs = (name: string, parameters: Parameters = {}, more: Readonly<Record<string, string>> = {}) =>
    here.fetchRaw(`${name}.view`, { ...as, ...parameters }, { headers: { ...headers, ...more } })
  const tags = async (name: string, parameters: Parameters = {}) => {
    const response = await fetchAs(name, parameters)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8'])
    const all = tagsIn(await response.text())
    expect(all[0]).toMatchObject({ name: 'subsonic-response', attributes: { version: '1.16.1' } })
    for (const tag of all) {
      const shape = shapeOf(tag)
      if (shape) v.parse(shape, tag.attributes)
    }
    return all
  }
  const read = async (name: string, parameters: Parameters = {}) => {
    const all = await tags(name, parameters)
    expect(
      all.find((tag) => tag.name === 'error'),
      name,
    ).toBeUndefined()
    return all
  }
  const codeOf = async (name: string, parameters: Parameters = {}) =>
    (await tags(name, parameters)).find((tag) => tag.name === 'error')?.attributes.code
  const idsOf = async (of: string, name: string, parameters: Parameters = {}) =>
    (await read(name, parameters)).flatMap((tag) => (tag.name === of ? [tag.attributes.id] : []))
  const hear = async (name: string, parameters: Parameters) => {
    const whole = await fetchAs(name, { id: rainSong, ...parameters })
    expect([whole.status, await whole.text()]).toEqual([200, 'a sound of rain'])
    const rest = await fetchAs(name, { id: rainSong, ...parameters }, { range: 'bytes=5-' })
    expect([rest.status, rest.headers.get('content-range'), await rest.text()]).toEqual([
      206,
      'bytes 5-14/15',
      'nd of rain',
    ])
  }
  return { fetchAs, read, codeOf, idsOf, hear }
}

const Whole = v.pipe(v.string(), v.regex(/^-?\d{1,10}$/))
/** Amperfy requires dates with fractions of seconds; DSub ignores the fraction. */
const Instant = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/))
const numbers = { year: v.optional(Whole), duration: v.optional(Whole), userRating: v.optional(Whole) }
const dated = { created: v.optional(Instant), starred: v.optional(Instant) }
const Song = v.object({
  ...numbers,
  ...dated,
  id: v.string(),
  isDir: v.literal('false'),
  title: v.string(),
  track: Whole,
  size: v.pipe(v.string(), v.regex(/^\d+$/)),
  bitRate: v.optional(Whole),
  bookmarkPosition: v.optional(Whole),
  albumId: v.string(),
  artistId: v.string(),
  contentType: v.string(),
  suffix: v.string(),
})
const Album = v.object({
  ...numbers,
  ...dated,
  id: v.string(),
  name: v.string(),
  songCount: Whole,
  artistId: v.string(),
})
const Folder = v.object({ id: v.string(), isDir: v.literal('true'), title: v.string(), parent: v.string() })
const Artist = v.object({
  id: v.string(),
  name: v.string(),
  albumCount: v.optional(Whole),
  starred: dated.starred,
})
const Playlist = v.object({
  id: v.string(),
  name: v.string(),
  songCount: Whole,
  duration: Whole,
  created: Instant,
})
const shapes: Readonly<Record<string, v.GenericSchema>> = { album: Album, artist: Artist, playlist: Playlist }

const shapeOf = ({ name, inside, attributes }: Tag): v.GenericSchema | undefined => {
  const isFolder = attributes.isDir === 'true'
  if (name === 'song' || name === 'entry' || name === 'child') return isFolder ? Folder : Song
  // In folder responses, `album` elements with `isDir` are folders too.
  return name === 'album' && isFolder ? Folder : inside === 'song' ? undefined : shapes[name]
}

/** A tag as these parsers see it, one after the other, with its attributes and text. */
interface Tag {
  readonly name: string
  /** The name of the parent tag; `''` at the top level. */
  readonly inside: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
}

const pieces = /<\?[^>]*\?>|<(\/?)([\w-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy

/** Throws if the XML is malformed. */
function tagsIn(xml: string): Tag[] {
  const found: { name: string; inside: string; attributes: Record<string, string>; text: string }[] = []
  const open: (typeof found)[number][] = []
  let end = 0
  for (const [piece, isClosing, name = '', attributes = '', isEmpty, text] of xml.matchAll(pieces)) {
    end += piece.length
    const top = open.at(-1)
    if (text !== undefined) {
      if (top) top.text += meant(text)
    } else if (isClosing) {
      if (open.pop()?.name !== name) throw new Error(`${name} ends what it did not begin`)
    } else if (name !== '') {
      const tag = { name, inside: top?.name ?? '', attributes: attributesIn(attributes), text: '' }
      found.push(tag)
      if (!isEmpty) open.push(tag)
    }
  }
  if (end !== xml.length || open.length > 0) throw new Error(`not well formed at ${xml.slice(end, end + 60)}`)
  return found
}

const attributesIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, meant(value)]),
  )

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const meant = (text: string) =>
  text.replaceAll(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? (entities[name] ?? '') : String.fromCodePoint(Number(code)),
  )
