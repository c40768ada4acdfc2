/** GET /works/{id}/files: what of a work can be played, with signed links. */
import { basePath } from '@koedana/contract/base-path.ts'
import { normaliseWorkId, workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { listWorkFiles, Track } from '@koedana/contract/works.ts'
import type { Handler } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { MediaSources } from './media.api.ts'
import { expiryFor, signMedia } from './signing.rules.ts'
import { listTracks, type TrackRow } from './tracks.store.ts'

/** A work that is unknown or hidden from the viewer is not found: `isVisible` is false for both. */
export function listWorkFilesHandler(sources: MediaSources): Handler<typeof listWorkFiles> {
  const { db, secret, epoch, now, isVisible } = sources
  return async ({ params, query }, context) => {
    const id = normaliseWorkId(params.id)
    if (id === undefined || !isVisible(workKeyOf(id), context, query)) throw new AppError('notFound')
    const rows = await listTracks(db, workKeyOf(id))
    const expiresAt = expiryFor(now())
    const sign = (fileId: string) => signMedia(secret, { fileId, epoch: epoch(), expiresAt })
    return { tracks: rows.map((row) => trackOf(row, sign(row.id))) }
  }
}

function trackOf(row: TrackRow, signature: string): Track {
  const name = row.path.slice(row.path.lastIndexOf('/') + 1)
  return {
    id: row.id,
    title: row.title,
    folder: row.folder,
    format: row.format,
    duration: row.duration_seconds,
    sizeBytes: row.size_bytes,
    hasLyrics: row.lyrics_path !== null,
    url: `${basePath}/media/${row.id}/${encodeURIComponent(name)}?s=${signature}`,
  }
}
