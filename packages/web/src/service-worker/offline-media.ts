/** Serves offline tracks and covers like a server would: with byte ranges, part by part. */
import * as v from 'valibot'
import {
  isCompletelyStored,
  type OfflineTrack,
  OfflineWork,
  offlineCacheName,
  parseOfflineTrackPath,
  partBytes,
  partPath,
  recordsPath,
} from '../lib/offline-work.rules.ts'
import { type ByteSlice, partRangesOf, resolveRange } from './range.rules.ts'

/** Responds 404 if the track is not completely stored; the player then requests it from the server. */
export async function respondWithOfflineFile(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const wanted = parseOfflineTrackPath(pathname)
  if (!wanted) return (await caches.match(pathname)) ?? notFoundResponse()
  const cacheName = offlineCacheName(wanted.userId)
  const track = await findTrack(wanted, cacheName)
  if (!track || !isCompletelyStored(track)) return notFoundResponse()
  const { headers } = request
  const cut = resolveRange({ range: headers.get('range'), ifRange: headers.get('if-range') }, track)
  const { sizeBytes, etag, type } = track
  const common = { 'accept-ranges': 'bytes', etag, 'cache-control': 'no-store' }
  if (cut.type === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...common, 'content-range': `bytes */${sizeBytes}` },
    })
  }
  const slice = cut.type === 'slice' ? cut.slice : { start: 0, end: sizeBytes - 1 }
  const { start, end } = slice
  // The browser may have evicted parts to free space.
  if (!(await caches.match(partPath(track, Math.floor(start / partBytes)), { cacheName })))
    return notFoundResponse()
  const about = { ...common, 'content-type': type, 'content-length': String(end - start + 1) }
  return cut.type === 'whole'
    ? new Response(read(track, slice, cacheName), { headers: about })
    : new Response(read(track, slice, cacheName), {
        status: 206,
        headers: { ...about, 'content-range': `bytes ${start}-${end}/${sizeBytes}` },
      })
}

const notFoundResponse = () => new Response(null, { status: 404 })

async function findTrack(
  { workId, trackId }: { readonly workId: string; readonly trackId: string },
  cacheName: string,
): Promise<OfflineTrack | undefined> {
  const record = await caches.match(recordsPath + workId, { cacheName })
  const parsed = v.safeParse(OfflineWork, await record?.json().catch(() => undefined))
  return parsed.success ? parsed.output.tracks.find(({ id }) => id === trackId) : undefined
}

/** Streams one part at a time, and reads it only when it is needed. */
function read(track: OfflineTrack, slice: ByteSlice, cacheName: string): ReadableStream<Uint8Array> {
  const pieces = partRangesOf(slice, partBytes)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value: piece } = pieces.next()
        if (!piece) return controller.close()
        const part = await caches.match(partPath(track, piece.part), { cacheName })
        if (!part) return controller.error(new Error('a part is gone'))
        const bytes = await (await part.blob()).slice(piece.from, piece.to).arrayBuffer()
        controller.enqueue(new Uint8Array(bytes))
      },
    },
    { highWaterMark: 0 },
  )
}
