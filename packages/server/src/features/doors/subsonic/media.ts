/** Sounds, covers and lyrics. */

import type { TrackLyrics } from '@koedana/contract/lyrics.ts'
import { type CoverSize, coverSizes, workIdOf } from '@koedana/contract/values.ts'
import type { Bytes, Context } from '../../../http/context.ts'
import type { DoorRequest } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { readTrackLyrics } from '../../library/lyrics/lyrics.use-cases.ts'
import { readPlaylist } from '../../playlists/playlists.use-cases.ts'
import { listEntities } from '../door-entities.ts'
import { type DoorMediaSources, sendDoorCover, sendDoorFile } from '../door-media.ts'
import type { Element } from './answer.rules.ts'
import { worksBy } from './artists.ts'
import { formFor } from './form.rules.ts'
import { type LibrarySources, readSong, readWork } from './library.ts'
import { numberOf, type Query } from './params.rules.ts'
import { needed, neededId, readId } from './params.ts'
import type { PlaylistsHere } from './playlists.ts'

export type MediaHere = LibrarySources & DoorMediaSources & PlaylistsHere

/** stream, and download, which sends the file as it is. */
export async function sendSong(
  sources: MediaHere,
  { query, isWhole }: { readonly query: Query; readonly isWhole: boolean },
  context: Context,
): Promise<Bytes> {
  const { work, track } = await readSong(sources, neededId(query, 'id', ['song']).id, context)
  const forms = (await sources.forms.program())?.forms ?? []
  const form = isWhole ? undefined : formFor(query, track, forms)
  return sendDoorFile(sources, { fileId: track.id, workId: work.card.id, form }, context)
}

/** getCoverArt, by the id of an album, a song or a playlist. */
export async function sendCover(
  sources: MediaHere,
  { query }: DoorRequest,
  context: Context,
): Promise<Bytes> {
  const workId = await workOf(sources, needed(query, 'id'), context)
  const wanted = numberOf(query.size, { usual: coverSizes[2], most: coverSizes[2] })
  const size: CoverSize = coverSizes.find((one) => one >= wanted) ?? coverSizes[2]
  return sendDoorCover(sources, { workId, size }, context)
}

async function workOf(sources: MediaHere, text: string, context: Context): Promise<string> {
  const { kind, id } = readId(text)
  if (kind === 'song') return (await readSong(sources, id, context)).work.card.id
  if (kind === 'album') return (await readWork(sources, id, context)).card.id
  if (kind !== 'playlist') throw new AppError('notFound')
  const [first] = (await readPlaylist(sources, id, context)).items
  if (!first) throw new AppError('notFound')
  return (await readWork(sources, workIdOf(first.work_key), context)).card.id
}

/** getLyricsBySongId: every text that there is, the first to be shown first. */
export async function listLyrics(sources: MediaHere, query: Query, context: Context): Promise<Element> {
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

/** getLyrics asks by names: the first song of them that has words. */
export async function readLyrics(sources: MediaHere, query: Query, context: Context): Promise<Element> {
  const { artist, title } = query
  const makers = listEntities(sources, { kind: 'makers', text: artist ?? '' }, context)
  const maker = artist && title ? makers.find(({ name }) => name === artist) : undefined
  const works = maker ? await worksBy(sources, { kind: 'maker', id: maker.id }, context) : []
  const songs = works.flatMap(({ tracks }) => tracks)
  const song = songs.find((track) => track.hasLyrics && track.title === title)
  const [first] = song ? await readTrackLyrics(sources, { id: song.id }, context) : []
  return { artist, title, value: first?.cues.map(({ text }) => text).join('\n') ?? '' }
}
