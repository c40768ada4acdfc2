/** A player that is a web page on another origin: what its browser sends and lets it read, and the fields that it reads. */
import * as v from 'valibot'
import { expect } from 'vitest'
import type { Parameters, SubsonicWorld } from './subsonic-world.ts'

export const text = v.string()
export const whole = v.pipe(v.number(), v.integer())
export const Id = v.pipe(v.string(), v.nonEmpty())

/** normalizeSong and normalizeTrack. */
export const Song = v.object({
  id: Id,
  title: text,
  album: text,
  albumId: Id,
  artist: text,
  artistId: v.optional(Id),
  artists: v.array(v.object({ id: Id, name: text })),
  contentType: text,
  coverArt: Id,
  created: v.pipe(v.string(), v.isoTimestamp()),
  duration: whole,
  isDir: v.literal(false),
  path: text,
  size: whole,
  suffix: text,
  track: whole,
  type: v.literal('music'),
  year: v.optional(whole),
  genre: v.optional(text),
  userRating: v.optional(whole),
})
/** normalizeAlbum of both. */
export const Album = v.object({
  id: Id,
  name: text,
  artist: text,
  artistId: v.optional(Id),
  artists: v.array(v.object({ id: Id, name: text })),
  coverArt: Id,
  created: v.pipe(v.string(), v.isoTimestamp()),
  duration: whole,
  songCount: whole,
  year: v.optional(whole),
  genre: v.optional(text),
  genres: v.array(v.object({ name: text })),
})
export const AlbumWithSongs = v.object({ ...Album.entries, song: v.pipe(v.array(Song), v.minLength(1)) })
/** normalizeAlbumArtist and normalizeArtist. */
export const Artist = v.object({ id: Id, name: text, albumCount: whole, coverArt: v.optional(text) })
export const Playlist = v.object({
  id: Id,
  name: text,
  owner: text,
  public: v.boolean(),
  songCount: whole,
  duration: whole,
  created: text,
  changed: text,
})
export const Genre = v.object({ value: text, albumCount: whole, songCount: whole })
export const Found = v.object({
  searchResult3: v.object({ album: v.array(Album), artist: v.array(Artist), song: v.array(Song) }),
})
export const Starred = v.object({ album: v.array(Album), artist: v.array(Artist), song: v.array(Song) })

/** A page of another site, as Chromium names it. */
export const page = {
  origin: 'https://player.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
}

export function pageOf(here: Pick<SubsonicWorld, 'origin'>) {
  /** Returns a response that the browser lets the page read. */
  const load = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${here.origin}${path}`, {
      ...init,
      headers: { ...page, ...Object.fromEntries(new Headers(init.headers)) },
    })
    expect([path, response.headers.get('access-control-allow-origin')]).toEqual([path, '*'])
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    return response
  }
  const answerOf = async (response: Response) => {
    expect(response.status).toBe(200)
    const body = v.parse(
      v.object({ 'subsonic-response': v.looseObject({ status: v.picklist(['ok', 'failed']) }) }),
      await response.json(),
    )
    return body['subsonic-response']
  }
  /** An `<img>` and an `<audio crossorigin="anonymous">`, which seeks by a range that needs no preflight. */
  const show = async (path: string) => {
    const response = await load(path, {
      headers: { accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8' },
    })
    expect(response.headers.get('content-type')).toMatch(/^image\//)
    expect(response.status).toBe(200)
  }
  const play = async (path: string) => {
    const whole = await load(path, { headers: { range: 'bytes=0-' } })
    expect([whole.status, await whole.text()]).toEqual([206, 'a sound of rain'])
    const rest = await load(path, { headers: { range: 'bytes=11-' } })
    expect([rest.status, rest.headers.get('content-range'), await rest.text()]).toEqual([
      206,
      'bytes 11-14/15',
      'rain',
    ])
    expect(rest.headers.get('access-control-expose-headers')).toMatch(/Content-Range/)
  }
  /** An app on another origin. `read` returns a response that is well and has this shape. */
  const appOf = (ask: (name: string, parameters?: Parameters) => ReturnType<typeof answerOf>) => ({
    read: async <const T extends v.GenericSchema>(shape: T, name: string, parameters: Parameters = {}) => {
      const said = await ask(name, parameters)
      expect([name, said.error]).toEqual([name, undefined])
      return v.parse(shape, said)
    },
  })
  return { load, answerOf, show, play, appOf }
}
