/** GET /works/{id}/files: what of a work can be played; POST /media/sign: new links for a queue. */
import type { renewMedia } from '@koedana/contract/media.ts'
import { normaliseWorkId, workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { listWorkFiles, Track } from '@koedana/contract/works.ts'
import type { Handler } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { linksFor } from './listening.ts'
import type { MediaSources } from './media-sources.ts'
import { findTracks, listTracks, type TrackRow } from './tracks.store.ts'

/** A work that is unknown or hidden from the viewer is not found: `isVisible` is false for both. */
export function listWorkFilesHandler(sources: MediaSources): Handler<typeof listWorkFiles> {
  const { db, isVisible } = sources
  return async ({ params, query }, context) => {
    const id = normaliseWorkId(params.id)
    if (id === undefined || !isVisible(workKeyOf(id), context, query)) throw new AppError('notFound')
    const rows = await listTracks(db, workKeyOf(id))
    const link = linksFor(sources, context)
    return { tracks: rows.map((row) => trackOf(row, link?.(row) ?? null)) }
  }
}

export function renewMediaHandler(sources: MediaSources): Handler<typeof renewMedia> {
  const { db, isVisible } = sources
  return async ({ body: { fileIds } }, context) => {
    const link = linksFor(sources, context)
    if (!link) throw new AppError('forbidden')
    const rows = await findTracks(db, fileIds)
    const visible = new Map(
      rows.filter((row) => isVisible(row.work_key, context)).map((row) => [row.id, row]),
    )
    return {
      items: fileIds.flatMap((id) => {
        const row = visible.get(id)
        return row ? [{ id, url: link(row) }] : []
      }),
    }
  }
}

function trackOf(row: TrackRow, url: string | null): Track {
  return {
    id: row.id,
    title: row.title,
    folder: row.folder,
    format: row.format,
    duration: row.duration_seconds,
    sizeBytes: row.size_bytes,
    hasLyrics: row.lyrics_path !== null,
    url,
  }
}
