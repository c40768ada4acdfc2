/** Serves offline tracks and covers like a server would: with byte ranges, part by part. */
import * as v from 'valibot'
import {
  isWhole,
  type KeptTrack,
  KeptWork,
  keptCacheOf,
  partBytes,
  partPath,
  readSoundPath,
  recordsPath,
} from '../lib/kept-work.rules.ts'
import { type ByteSlice, cutRange, piecesOf } from './range.rules.ts'

/** Responds 404 if the track is not completely stored; the player then requests it from the server. */
export async function keptResponse(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const wanted = readSoundPath(pathname)
  if (!wanted) return (await caches.match(pathname)) ?? nothing()
  const cacheName = keptCacheOf(wanted.userId)
  const track = await findTrack(wanted, cacheName)
  if (!track || !isWhole(track)) return nothing()
  const { headers } = request
  const cut = cutRange({ range: headers.get('range'), ifRange: headers.get('if-range') }, track)
  const { sizeBytes, etag, type } = track
  const common = { 'accept-ranges': 'bytes', etag, 'cache-control': 'no-store' }
  if (cut.is === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...common, 'content-range': `bytes */${sizeBytes}` },
    })
  }
  const slice = cut.is === 'slice' ? cut.slice : { start: 0, end: sizeBytes - 1 }
  const { start, end } = slice
  // The browser may have evicted parts to free space.
  if (!(await caches.match(partPath(track, Math.floor(start / partBytes)), { cacheName }))) return nothing()
  const about = { ...common, 'content-type': type, 'content-length': String(end - start + 1) }
  return cut.is === 'whole'
    ? new Response(read(track, slice, cacheName), { headers: about })
    : new Response(read(track, slice, cacheName), {
        status: 206,
        headers: { ...about, 'content-range': `bytes ${start}-${end}/${sizeBytes}` },
      })
}

const nothing = () => new Response(null, { status: 404 })

async function findTrack(
  { workId, trackId }: { readonly workId: string; readonly trackId: string },
  cacheName: string,
): Promise<KeptTrack | undefined> {
  const record = await caches.match(recordsPath + workId, { cacheName })
  const parsed = v.safeParse(KeptWork, await record?.json().catch(() => undefined))
  return parsed.success ? parsed.output.tracks.find(({ id }) => id === trackId) : undefined
}

/** Streams one part at a time, and reads it only when it is needed. */
function read(track: KeptTrack, slice: ByteSlice, cacheName: string): ReadableStream<Uint8Array> {
  const pieces = piecesOf(slice, partBytes)
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
