/**
 * Layout of offline works in Cache Storage: one cache per user, with a record of each work, the parts of its tracks, its cover and the
 * responses that its page needs. Pages write it, the service worker reads it.
 */
import * as v from 'valibot'

export const OfflineTrack = v.object({
  id: v.string(),
  title: v.string(),
  /** Total size in bytes; 0 until the server has reported it. */
  sizeBytes: v.number(),
  type: v.string(),
  /** A strong ETag with quotes. All parts belong to this version of the file. Empty until the first part is stored. */
  etag: v.string(),
  /** The number of stored parts, from the first one on. */
  parts: v.number(),
})
export type OfflineTrack = v.InferOutput<typeof OfflineTrack>

export const OfflineWork = v.object({
  workId: v.string(),
  title: v.string(),
  titleLanguage: v.string(),
  /** Milliseconds since the Unix epoch, like the other times. */
  keptAt: v.number(),
  heardAt: v.nullable(v.number()),
  /** The time of the last server response that allowed offline use. */
  checkedAt: v.number(),
  tracks: v.array(OfflineTrack),
})
export type OfflineWork = v.InferOutput<typeof OfflineWork>

/** A lost connection loses one part at most; a seek reads one or two parts. */
export const partBytes = 4 * 1024 * 1024

const partsIn = (sizeBytes: number): number => Math.ceil(sizeBytes / partBytes)

/** Returns the length in bytes of part `part`, counted from 0. */
export const partLength = (sizeBytes: number, part: number): number =>
  Math.max(0, Math.min(partBytes, sizeBytes - part * partBytes))

export const isCompletelyStored = ({ sizeBytes, parts }: OfflineTrack): boolean =>
  sizeBytes > 0 && parts === partsIn(sizeBytes)

export const storedBytes = ({ tracks }: Pick<OfflineWork, 'tracks'>): number =>
  tracks.reduce((sum, { sizeBytes, parts }) => sum + Math.min(sizeBytes, parts * partBytes), 0)

const keptPrefix = 'kept:'
export const offlineCacheName = (userId: string): string => `${keptPrefix}${userId}`
export const isOfflineCache = (name: string): boolean => name.startsWith(keptPrefix)

export const recordsPath = '/kept/works/'
export const partsPath = '/kept/parts/'
export const coversPath = '/kept/covers/'
export const responsesPath = '/kept/answers/'

/** The path includes the ETag, so parts of two file versions never mix. */
export const partPath = ({ id, etag }: Pick<OfflineTrack, 'id' | 'etag'>, part: number): string =>
  `${partsPath}${encodeURIComponent(id)}/${encodeURIComponent(etag)}/${part}`

export interface OfflineTrackRef {
  readonly userId: string
  readonly workId: string
  readonly trackId: string
}

const soundsPath = '/kept/sounds/'

/** Returns the URL at which the service worker plays a complete offline track. The URL grants no access and is never sent to the server. */
export const offlineTrackPath = ({ userId, workId, trackId }: OfflineTrackRef): string =>
  soundsPath + [userId, workId, trackId].map(encodeURIComponent).join('/')

export function parseOfflineTrackPath(pathname: string): OfflineTrackRef | undefined {
  if (!pathname.startsWith(soundsPath)) return undefined
  const [userId, workId, trackId] = pathname.slice(soundsPath.length).split('/').map(decodeURIComponent)
  return userId && workId && trackId ? { userId, workId, trackId } : undefined
}
