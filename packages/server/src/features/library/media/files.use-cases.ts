/** Lists the playable files of a work with links to them, for every door. A hidden work has none. */
import { type Choices, findWorkKey } from '@koedana/contract/values.ts'
import type { Track } from '@koedana/contract/works.ts'
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { linksFor, type MediaSources } from './links.ts'
import { type Arranged, arrangeTracks } from './preferred.rules.ts'
import { findTracks, type ListedTrack, listTracks } from './tracks.store.ts'

export interface ListFilesInput {
  readonly id: string
  readonly choices?: Choices
}

/** Links are missing for one who may not listen. */
export async function listFiles(
  sources: MediaSources,
  { id, choices }: ListFilesInput,
  context: Context,
): Promise<Track[]> {
  const { db, visibleWorks } = sources
  const key = findWorkKey(id)
  if (key === undefined || !(await visibleWorks([key], context, choices)).has(key)) {
    throw new AppError('notFound')
  }
  const rows = await listTracks(db, key)
  const link = linksFor(sources, context)
  const arranged = arrangeTracks(rows.map((row) => ({ ...row, durationSeconds: row.duration_seconds })))
  return arranged.map((one) => trackOf(one, one.track.isAway ? null : (link?.(one.track) ?? null)))
}

export interface MediaLink {
  readonly id: string
  readonly url: string
}

/** New links to files, in the order asked; what is unknown or hidden is left out. */
export async function linkMedia(
  sources: MediaSources,
  fileIds: readonly string[],
  context: Context,
): Promise<MediaLink[]> {
  const { db, visibleWorks } = sources
  const link = linksFor(sources, context)
  if (!link) throw new AppError('forbidden')
  const rows = await findTracks(db, fileIds)
  const works = await visibleWorks([...new Set(rows.map((row) => row.work_key))], context)
  const visible = new Map(rows.filter((row) => works.has(row.work_key)).map((row) => [row.id, row]))
  return fileIds.flatMap((id) => {
    const row = visible.get(id)
    return row ? [{ id, url: link(row) }] : []
  })
}

function trackOf({ track: row, set, isPreferred }: Arranged<ListedTrack>, url: string | null): Track {
  return {
    id: row.id,
    title: row.title,
    folder: row.folder,
    format: row.format,
    set,
    preferred: isPreferred,
    duration: row.duration_seconds,
    sizeBytes: row.size_bytes,
    hasLyrics: row.lyrics_path !== null,
    away: row.isAway,
    url,
  }
}
