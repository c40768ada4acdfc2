/** Converts works to library items of audiobookshelf. All apps get one shape, the union of the fields that their parsers require. */
import type { Entity } from '@koedana/contract/entities.ts'
import type { Track, WorkCard } from '@koedana/contract/works.ts'
import { contentTypeOf } from '../../library/media/formats.rules.ts'
import { type Axis, chaptersOf } from './time-axis.rules.ts'

/** There is one library. */
export const libraryId = 'library'
export const folderId = 'folder'

/** A work with all data that an item needs. */
export interface ShownItem {
  readonly key: number
  readonly card: WorkCard
  /** Milliseconds since 1970. */
  readonly addedMs: number
  readonly updatedMs: number
  readonly series: Entity | undefined
  /** The playable tracks, preferred ones first. */
  readonly tracks: readonly Track[]
  readonly axis: Axis
  /** The URL of the cover, with a token for this cover only. */
  readonly coverUrl: string
}

export function metadataOf({ card, series }: ShownItem) {
  const { maker, artists, genres, releaseDate, title } = card
  const authorName = maker?.name ?? ''
  const narrators = artists.map(({ name }) => name)
  return {
    title,
    titleIgnorePrefix: title,
    subtitle: null,
    authors: maker ? [{ id: maker.id, name: maker.name }] : [],
    authorName,
    authorNameLF: authorName,
    narrators,
    narratorName: narrators.join(', '),
    series: series ? [{ id: series.id, name: series.name, sequence: null }] : [],
    seriesName: series?.name ?? '',
    genres: genres.map(({ name }) => name),
    publishedYear: releaseDate?.slice(0, 4) ?? null,
    publishedDate: releaseDate,
    publisher: maker?.name ?? null,
    description: null,
    descriptionPlain: null,
    isbn: null,
    asin: null,
    language: card.titleLanguage || null,
    explicit: card.ageCategory === 'r18',
    abridged: false,
  }
}

export const preferredOf = ({ tracks }: ShownItem): readonly Track[] =>
  tracks.filter(({ preferred }) => preferred)

const sizeOf = (item: ShownItem) => preferredOf(item).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)

/** Returns the item in the short form of lists. */
export function minifiedItemOf(item: ShownItem) {
  const { card, addedMs, updatedMs, axis } = item
  const count = axis.stretches.length
  return {
    id: card.id,
    ino: card.id,
    oldLibraryItemId: null,
    libraryId,
    folderId,
    path: `/${card.id}`,
    relPath: card.id,
    isFile: false,
    mtimeMs: updatedMs,
    ctimeMs: updatedMs,
    birthtimeMs: addedMs,
    addedAt: addedMs,
    updatedAt: updatedMs,
    isMissing: false,
    isInvalid: false,
    mediaType: 'book',
    media: {
      id: card.id,
      libraryItemId: card.id,
      metadata: metadataOf(item),
      coverPath: item.coverUrl,
      tags: [],
      numTracks: count,
      numAudioFiles: count,
      numChapters: chaptersOf(axis, item.tracks).length,
      duration: axis.totalMs / 1000,
      size: sizeOf(item),
    },
    numFiles: count,
    size: sizeOf(item),
  }
}

/** Returns the item in the long form, with its files. */
export function expandedItemOf(item: ShownItem) {
  const minified = minifiedItemOf(item)
  const files = preferredOf(item).map((track, at) => audioFileOf(item, track, at))
  return {
    ...minified,
    lastScan: item.updatedMs,
    scanVersion: null,
    media: {
      ...minified.media,
      audioFiles: files,
      chapters: chaptersOf(item.axis, item.tracks),
      ebookFile: null,
      tracks: audioTracksOf(item),
    },
    libraryFiles: files.map(({ ino, metadata, addedAt, updatedAt }) => ({
      ino,
      metadata,
      isSupplementary: null,
      addedAt,
      updatedAt,
      fileType: 'audio',
    })),
  }
}

/** Returns the files on the time axis, with their URLs relative to this API. */
export const audioTracksOf = (item: ShownItem) =>
  preferredOf(item).map((track, at) => ({
    ...audioFileOf(item, track, at),
    title: track.title,
    startOffset: (item.axis.stretches[at]?.startMs ?? 0) / 1000,
    contentUrl: `/api/items/${item.card.id}/file/${track.id}`,
  }))

function audioFileOf({ axis, addedMs, updatedMs }: ShownItem, track: Track, at: number) {
  const ext = `.${track.format}`
  const filename = track.title + ext
  const relPath = track.folder === '' ? filename : `${track.folder}/${filename}`
  const times = { mtimeMs: updatedMs, ctimeMs: updatedMs, birthtimeMs: addedMs }
  return {
    index: at + 1,
    ino: track.id,
    metadata: { filename, ext, path: `/${relPath}`, relPath, size: track.sizeBytes, ...times },
    addedAt: addedMs,
    updatedAt: updatedMs,
    trackNumFromMeta: at + 1,
    discNumFromMeta: null,
    trackNumFromFilename: null,
    discNumFromFilename: null,
    manuallyVerified: false,
    exclude: false,
    error: null,
    format: track.format,
    duration: (axis.stretches[at]?.durationMs ?? 0) / 1000,
    bitRate: track.bitrate === null ? null : Math.round(track.bitrate),
    language: null,
    codec: track.format,
    // Not read from the file; one client requires a fraction.
    timeBase: '1/1000',
    channels: track.channels,
    channelLayout: null,
    chapters: [],
    embeddedCoverArt: null,
    metaTags: { tagTitle: track.title },
    mimeType: contentTypeOf(`a${ext}`),
  }
}

/** A user's progress in a work. */
export interface ItemProgress {
  readonly timeMs: number
  readonly isFinished: boolean
  /** Milliseconds since 1970. */
  readonly updatedMs: number
  readonly startedMs: number
  readonly finishedMs: number | null
}

export function progressOf({ card, axis }: ShownItem, heard: ItemProgress, userId: string) {
  const share = axis.totalMs === 0 ? 0 : heard.timeMs / axis.totalMs
  return {
    id: card.id,
    userId,
    libraryItemId: card.id,
    episodeId: null,
    mediaItemId: card.id,
    mediaItemType: 'book',
    duration: axis.totalMs / 1000,
    progress: heard.isFinished ? 1 : share,
    currentTime: heard.timeMs / 1000,
    isFinished: heard.isFinished,
    hideFromContinueListening: false,
    ebookLocation: null,
    ebookProgress: null,
    lastUpdate: heard.updatedMs,
    startedAt: heard.startedMs,
    finishedAt: heard.isFinished ? heard.finishedMs : null,
  }
}
