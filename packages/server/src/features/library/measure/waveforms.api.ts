import type { getWaveform } from '@koedana/contract/tracks.ts'
import type { Handler } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { linksFor, type MediaSources } from '../media/links.ts'
import { findTracks } from '../media/tracks.store.ts'
import { findWaveform } from './measurements.store.ts'

export function getWaveformHandler(sources: MediaSources): Handler<typeof getWaveform> {
  return async ({ params: { id }, query }, context) => {
    const [track] = await findTracks(sources.db, [id])
    const visible = track && (await sources.visibleWorks([track.work_key], context, query))
    if (!track || !visible?.has(track.work_key)) throw new AppError('notFound')
    if (!linksFor(sources, context)) throw new AppError('forbidden')
    const points = await findWaveform(sources.db, track.fingerprint)
    if (!points) throw new AppError('notFound')
    return { status: 200, headers, body: Buffer.from(JSON.stringify({ points: [...points] })) }
  }
}

/** Not immutable: a file may get other content and keep its ID. */
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, max-age=3600',
  vary: 'Authorization',
}
