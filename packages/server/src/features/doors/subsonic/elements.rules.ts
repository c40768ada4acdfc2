/** Works, tracks and circles as albums, songs and artists of OpenSubsonic. */
import type { Entity } from '@koedana/contract/entities.ts'
import type { Track, WorkCard } from '@koedana/contract/works.ts'
import { contentTypeOf } from '../../library/media/formats.rules.ts'
import { idOf } from './params.rules.ts'
import type { Element } from './response.rules.ts'

/** A work with all data that its album and songs show to one user. */
export interface ShownWork {
  readonly key: number
  readonly card: WorkCard
  readonly addedAt: string
  readonly series: string | undefined
  /** The playable tracks, preferred ones first. */
  readonly tracks: readonly Track[]
  readonly rating: number | undefined
  readonly starredAt: string | undefined
  readonly place: { readonly fileId: string; readonly ms: number } | undefined
}

export const preferredOf = ({ tracks }: Pick<ShownWork, 'tracks'>): readonly Track[] =>
  tracks.filter(({ preferred }) => preferred)

const artistRef = ({ id, name }: Entity, kind: 'maker' | 'artist') => ({ id: idOf(kind, id), name })

/** Strawberry leaves out albums without an artist. Navidrome (consts/consts.go) sends this name too. */
const unknownArtist = '[Unknown Artist]'

/** Returns what an album and each of its songs have in common. */
function common({ card, addedAt, rating, starredAt, series }: ShownWork) {
  const { maker, releaseDate, genres } = card
  const voices = card.artists.map(({ name }) => name).join(', ')
  return {
    artist: maker?.name ?? (voices || unknownArtist),
    artistId: maker ? idOf('maker', maker.id) : undefined,
    coverArt: idOf('album', card.id),
    created: addedAt,
    year: releaseDate === null ? undefined : Number(releaseDate.slice(0, 4)),
    genre: genres[0]?.name,
    genres: genres.map(({ name }) => ({ name })),
    starred: starredAt,
    userRating: rating,
    explicitStatus: card.ageCategory === 'r18' ? 'explicit' : 'clean',
    groupings: series === undefined ? [] : [series],
  }
}

const dateOf = (date: string | null) => {
  if (date === null) return undefined
  const [year, month, day] = date.split('-').map(Number)
  return { year, month, day }
}

export function albumOf(work: ShownWork): Element {
  const { card } = work
  const { maker } = card
  const songs = preferredOf(work)
  const { groupings: _, ...rest } = common(work)
  return {
    id: idOf('album', card.id),
    name: card.title,
    ...rest,
    songCount: songs.length,
    duration: Math.round(songs.reduce((sum, { duration }) => sum + (duration ?? 0), 0)),
    displayArtist: maker?.name ?? '',
    artists: maker ? [artistRef(maker, 'maker')] : [],
    releaseDate: dateOf(card.releaseDate),
    releaseTypes: ['Audio drama'],
    isCompilation: false,
  }
}

/** Returns the album for clients that browse folders. */
export const folderOf = (work: ShownWork): Element => ({
  ...albumOf(work),
  parent: work.card.maker ? idOf('maker', work.card.maker.id) : undefined,
  isDir: true,
  isVideo: false,
  title: work.card.title,
  album: work.card.title,
})

export function songOf(work: ShownWork, track: Track): Element {
  const { card } = work
  const { maker } = card
  const voices = card.artists.map((artist) => artistRef(artist, 'artist'))
  const makers = maker ? [artistRef(maker, 'maker')] : []
  const alike = work.tracks.filter((one) =>
    track.preferred ? one.preferred : one.set === track.set && one.format === track.format,
  )
  const folders = [card.title, track.folder].filter((part) => part !== '').join('/')
  return {
    id: idOf('song', track.id),
    parent: idOf('album', card.id),
    isDir: false,
    isVideo: false,
    type: 'music',
    mediaType: 'song',
    title: track.title,
    album: card.title,
    albumId: idOf('album', card.id),
    ...common(work),
    track: alike.indexOf(track) + 1,
    size: track.sizeBytes,
    contentType: contentTypeOf(`a.${track.format}`),
    suffix: track.format,
    path: `${folders}/${track.title}.${track.format}`,
    // Strawberry leaves out songs without a duration: 0 if unknown.
    duration: Math.round(track.duration ?? 0),
    bitRate: track.bitrate === null ? undefined : Math.round(track.bitrate / 1000),
    bitDepth: track.bitDepth ?? undefined,
    samplingRate: track.sampleRate ?? undefined,
    channelCount: track.channels ?? undefined,
    artists: voices.length > 0 ? voices : makers,
    displayArtist: (voices.length > 0 ? voices : makers).map(({ name }) => name).join(', '),
    albumArtists: makers,
    displayAlbumArtist: maker?.name ?? '',
    bookmarkPosition: work.place?.fileId === track.id && work.place.ms > 0 ? work.place.ms : undefined,
    replayGain: gainOf(track),
  }
}

/** Returns the track gain; ReplayGain 2.0 has a reference level of -18 LUFS. */
function gainOf({ loudness }: Track): Element | undefined {
  if (loudness === null || loudness.integrated === null) return undefined
  const { integrated, truePeak } = loudness
  const rounded = (value: number) => Math.round(value * 1_000_000) / 1_000_000
  return {
    trackGain: rounded(-18 - integrated),
    trackPeak: truePeak === null ? undefined : rounded(10 ** (truePeak / 20)),
  }
}
