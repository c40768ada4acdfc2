/** GET /works/{id}/files: what of a work can be played; POST /media/sign: new links for a queue. */
import type { renewMedia } from '@koedana/contract/media.ts'
import { normaliseWorkId, workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { listWorkFiles, Track } from '@koedana/contract/works.ts'
import type { Handler } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { linksFor } from './listening.ts'
import type { MediaSources } from './media-sources.ts'
import { type Arranged, arrangeTracks } from './preferred.rules.ts'
import { findTracks, listTracks, type TrackRow } from './tracks.store.ts'

/** A work that is unknown or hidden from the viewer is not found: none of them is visible. */
export function listWorkFilesHandler(sources: MediaSources): Handler<typeof listWorkFiles> {
  const { db, visibleWorks } = sources
  return async ({ params, query }, context) => {
    const id = normaliseWorkId(params.id)
    const key = id === undefined ? undefined : workKeyOf(id)
    if (key === undefined || !(await visibleWorks([key], context, query)).has(key)) {
      throw new AppError('notFound')
    }
    const rows = await listTracks(db, key)
    const link = linksFor(sources, context)
    const arranged = arrangeTracks(rows.map((row) => ({ ...row, durationSeconds: row.duration_seconds })))
    return { tracks: arranged.map((one) => trackOf(one, link?.(one.track) ?? null)) }
  }
}

export function renewMediaHandler(sources: MediaSources): Handler<typeof renewMedia> {
  const { db, visibleWorks } = sources
  return async ({ body: { fileIds } }, context) => {
    const link = linksFor(sources, context)
    if (!link) throw new AppError('forbidden')
    const rows = await findTracks(db, fileIds)
    const works = await visibleWorks([...new Set(rows.map((row) => row.work_key))], context)
    const visible = new Map(rows.filter((row) => works.has(row.work_key)).map((row) => [row.id, row]))
    return {
      items: fileIds.flatMap((id) => {
        const row = visible.get(id)
        return row ? [{ id, url: link(row) }] : []
      }),
    }
  }
}

function trackOf({ track: row, set, isPreferred }: Arranged<TrackRow>, url: string | null): Track {
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
    url,
  }
}
