/** Pure rules of downloads: the next request, the meaning of a response, and which works to evict for space. */
import {
  isCompletelyStored,
  type OfflineTrack,
  type OfflineWork,
  partBytes,
  partLength,
  storedBytes,
} from '../../../lib/offline-work.rules.ts'

/** Returns the headers of the next request. With `If-Range` the server sends the whole file if it has changed. */
export function nextHeaders({ etag, parts }: Pick<OfflineTrack, 'etag' | 'parts'>): Record<string, string> {
  const start = parts * partBytes
  const range = `bytes=${start}-${start + partBytes - 1}`
  return parts === 0 ? { range } : { range, 'if-range': etag }
}

/**
 * `part`: the body is the requested part. `changed`: the file has changed, so the download restarts. `refused`: the link or the permission
 * has expired. `gone`: the file does not exist. `away`: retry later. `unusable`: the server supports no ranges or sends no strong
 * validator.
 */
export type Verdict =
  | { readonly outcome: 'part'; readonly etag: string; readonly sizeBytes: number; readonly type: string }
  | { readonly outcome: 'changed' | 'refused' | 'gone' | 'away' | 'unusable' }

interface ReceivedHead {
  readonly status: number
  readonly headers: Pick<Headers, 'get'>
}

export function judgeResponse({ status, headers }: ReceivedHead, track: OfflineTrack): Verdict {
  const isFirst = track.parts === 0
  if (status === 200 || status === 416) return { outcome: isFirst ? 'unusable' : 'changed' }
  if (status === 401 || status === 403) return { outcome: 'refused' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  if (status !== 206) return { outcome: 'away' }
  const etag = headers.get('etag') ?? ''
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? []
  if (!etag.startsWith('"') || total === undefined) return { outcome: 'unusable' }
  const sizeBytes = Number(total)
  if (!isFirst && (etag !== track.etag || sizeBytes !== track.sizeBytes)) return { outcome: 'changed' }
  const isWanted = Number(start) === track.parts * partBytes
  const length = Number(end) + 1 - Number(start)
  if (!isWanted || length !== partLength(sizeBytes, track.parts)) return { outcome: 'unusable' }
  return { outcome: 'part', etag, sizeBytes, type: headers.get('content-type') ?? 'application/octet-stream' }
}

/** Returns the remaining bytes as an upper estimate: a converted track is smaller than its file. */
export function remainingBytes(
  kept: Pick<OfflineWork, 'tracks'>,
  listed: { readonly tracks: readonly { readonly id: string; readonly sizeBytes: number }[] },
): number {
  const sizes = new Map(listed.tracks.map(({ id, sizeBytes }) => [id, sizeBytes]))
  const whole = kept.tracks.reduce((sum, { id, sizeBytes }) => sum + (sizeBytes || (sizes.get(id) ?? 0)), 0)
  return Math.max(0, whole - storedBytes(kept))
}

/** Returns the downloaded fraction from 0 to 1. For tracks that have not started, the server's file size is used. */
export function downloadedFraction(
  kept: Pick<OfflineWork, 'tracks'>,
  listed: readonly { readonly id: string; readonly sizeBytes: number }[] = [],
): number {
  if (kept.tracks.every(isCompletelyStored)) return 1
  const sizes = new Map(listed.map(({ id, sizeBytes }) => [id, sizeBytes]))
  const known = kept.tracks.map(({ id, sizeBytes }) => sizeBytes || sizes.get(id) || 0)
  const sum = known.reduce((all, size) => all + size, 0)
  const mean = sum / Math.max(1, known.filter((size) => size > 0).length)
  const all = known.reduce((total, size) => total + (size || mean), 0)
  return all > 0 ? Math.min(0.99, storedBytes(kept) / all) : 0
}

export interface Evictable {
  readonly workId: string
  /** Bytes. */
  readonly size: number
  readonly heardAt: number | null
  readonly keptAt: number
  /** Whether it plays or is not completely downloaded, so it must not be evicted. */
  readonly isInUse: boolean
}

/**
 * Returns the works to evict so that `neededBytes` fit: never played works first, then the least recently played. Undefined if even
 * evicting all would not suffice.
 */
export function planEviction(
  works: readonly Evictable[],
  neededBytes: number,
  freeBytes: number,
): readonly string[] | undefined {
  const byUse = works
    .filter(({ isInUse }) => !isInUse)
    .toSorted((a, b) => (a.heardAt ?? 0) - (b.heardAt ?? 0) || a.keptAt - b.keptAt)
  const leaving: string[] = []
  let free = freeBytes
  for (const { workId, size } of byUse) {
    if (free >= neededBytes) break
    leaving.push(workId)
    free += size
  }
  return free >= neededBytes ? leaving : undefined
}

/** The server's response to a repeated permission check of an offline work. */
export interface RecheckResponse {
  /** 0 if there was no response. */
  readonly status: number
  /** The tracks of the work; empty unless the status is 200. */
  readonly tracks: readonly { readonly id: string; readonly url: string | null; readonly away: boolean }[]
}

/** `leaves`: the work is hidden, deleted, or may no longer be played. `stays`: `ids` are the tracks that still belong to it. */
export type RecheckResult =
  | { readonly outcome: 'leaves' | 'unknown' }
  | { readonly outcome: 'stays'; readonly ids: ReadonlySet<string> }

export function recheck(
  { status, tracks }: RecheckResponse,
  kept: readonly { readonly id: string }[],
): RecheckResult {
  if (status === 403 || status === 404 || status === 410) return { outcome: 'leaves' }
  if (status !== 200) return { outcome: 'unknown' }
  if (tracks.some(({ url, away }) => url === null && !away)) return { outcome: 'leaves' }
  const ids = new Set(tracks.map(({ id }) => id))
  const staying = kept.filter(({ id }) => ids.has(id)).map(({ id }) => id)
  return staying.length === 0 ? { outcome: 'leaves' } : { outcome: 'stays', ids: new Set(staying) }
}
