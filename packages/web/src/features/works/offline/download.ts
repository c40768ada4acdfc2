/** Downloads a track part by part. It resumes after a lost connection or a reload, and restarts if the file has changed. */
import { isCompletelyStored, type OfflineTrack, partLength } from '../../../lib/offline-work.rules.ts'
import { judgeResponse, nextHeaders } from './download.rules.ts'

export interface DownloadPorts {
  /** Rejects if there is no response. */
  readonly fetch: (url: string, headers: Record<string, string>) => Promise<Response>
  /** Returns a valid link; undefined if there is none. */
  readonly link: (isRenewed: boolean) => Promise<string | undefined>
  /** Rejects with a `QuotaExceededError` if the storage is full. */
  readonly putPart: (track: OfflineTrack, part: number, bytes: ArrayBuffer) => Promise<void>
  readonly dropParts: (track: OfflineTrack) => Promise<void>
  /** Saves the progress. Called after the part is stored, so a recorded part always exists. */
  readonly note: (track: OfflineTrack) => Promise<void>
}

/** `stopped`: canceled. `full`: no space on this device. For the others see `Verdict`. */
export type DownloadEnd = 'whole' | 'stopped' | 'full' | 'refused' | 'gone' | 'away' | 'unusable'

/** A file that changes constantly would restart the download forever. */
const maxChanges = 3

export async function downloadTrack(
  begun: OfflineTrack,
  ports: DownloadPorts,
  signal: AbortSignal,
): Promise<DownloadEnd> {
  let track = begun
  let url = await ports.link(false)
  let changes = 0
  let isRenewed = false
  while (!isCompletelyStored(track)) {
    if (signal.aborted) return 'stopped'
    if (url === undefined) return 'refused'
    const got = await nextPart(track, url, ports)
    if (signal.aborted) return 'stopped'
    if (got.type === 'part') {
      track = got.track
      isRenewed = false
    } else if (got.type === 'changed' && changes++ < maxChanges) {
      await ports.dropParts(track)
      track = { ...track, etag: '', sizeBytes: 0, parts: 0 }
      await ports.note(track)
    } else if (got.type === 'refused' && !isRenewed) {
      isRenewed = true
      url = await ports.link(true)
    } else return got.type === 'changed' ? 'away' : got.type
  }
  return 'whole'
}

type PartResult =
  | { readonly type: 'part'; readonly track: OfflineTrack }
  | { readonly type: 'changed' | Exclude<DownloadEnd, 'whole' | 'stopped'> }

async function nextPart(track: OfflineTrack, url: string, ports: DownloadPorts): Promise<PartResult> {
  const received = await receive(track, url, ports)
  if (received.outcome !== 'part') return { type: received.outcome }
  const { etag, sizeBytes, type, bytes } = received
  const grown = { ...track, etag, sizeBytes, type, parts: track.parts + 1 }
  try {
    await ports.putPart(grown, track.parts, bytes)
    await ports.note(grown)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return { type: 'full' }
    throw error
  }
  return { type: 'part', track: grown }
}

async function receive(track: OfflineTrack, url: string, { fetch }: DownloadPorts) {
  try {
    const response = await fetch(url, nextHeaders(track))
    const verdict = judgeResponse(response, track)
    if (verdict.outcome !== 'part') {
      // The body may be the whole of another file.
      await response.body?.cancel()
      return verdict
    }
    const bytes = await response.arrayBuffer()
    // A proxy may truncate a response without an error.
    const isComplete = bytes.byteLength === partLength(verdict.sizeBytes, track.parts)
    return isComplete ? { ...verdict, bytes } : ({ outcome: 'away' } as const)
  } catch {
    return { outcome: 'away' } as const
  }
}
