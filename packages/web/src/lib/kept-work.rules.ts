/**
 * How works that are kept on this device lie in Cache Storage: one cache for each person, with a record of each work, the
 * parts of its tracks, its cover and the responses that its page is drawn from. The service worker reads it, pages write it.
 */
import * as v from 'valibot'

export const KeptTrack = v.object({
  id: v.string(),
  title: v.string(),
  /** Bytes of what is kept; 0 until the server has said it. */
  sizeBytes: v.number(),
  /** A media type. */
  type: v.string(),
  /** Strong, quotes included; all parts are of this version of the file. `''` until the first part is here. */
  etag: v.string(),
  /** How many parts are here, from the first on. */
  parts: v.number(),
})
export type KeptTrack = v.InferOutput<typeof KeptTrack>

export const KeptWork = v.object({
  workId: v.string(),
  title: v.string(),
  titleLanguage: v.string(),
  /** Milliseconds since 1970, as the other times. */
  keptAt: v.number(),
  heardAt: v.nullable(v.number()),
  /** When the server last said that it may be kept. */
  checkedAt: v.number(),
  tracks: v.array(KeptTrack),
})
export type KeptWork = v.InferOutput<typeof KeptWork>

/** What is lost with a connection is at most one part; a seek touches one or two. */
export const partBytes = 4 * 1024 * 1024

const partsIn = (sizeBytes: number): number => Math.ceil(sizeBytes / partBytes)

/** Returns how long part `part` is, from 0. */
export const partLength = (sizeBytes: number, part: number): number =>
  Math.max(0, Math.min(partBytes, sizeBytes - part * partBytes))

export const isWhole = ({ sizeBytes, parts }: KeptTrack): boolean =>
  sizeBytes > 0 && parts === partsIn(sizeBytes)

export const keptBytes = ({ tracks }: Pick<KeptWork, 'tracks'>): number =>
  tracks.reduce((sum, { sizeBytes, parts }) => sum + Math.min(sizeBytes, parts * partBytes), 0)

const keptPrefix = 'kept:'
export const keptCacheOf = (userId: string): string => `${keptPrefix}${userId}`
export const isKeptCache = (name: string): boolean => name.startsWith(keptPrefix)

export const recordsPath = '/kept/works/'
export const partsPath = '/kept/parts/'
export const coversPath = '/kept/covers/'
export const responsesPath = '/kept/answers/'

/** The version of the file is part of the name: parts of two versions never make one track. */
export const partPath = ({ id, etag }: Pick<KeptTrack, 'id' | 'etag'>, part: number): string =>
  `${partsPath}${encodeURIComponent(id)}/${encodeURIComponent(etag)}/${part}`

export interface KeptSound {
  readonly userId: string
  readonly workId: string
  readonly trackId: string
}

const soundsPath = '/kept/sounds/'

/**
 * Returns the address at which the service worker plays a track that is kept whole. It holds no right: nothing is sent for
 * it.
 */
export const soundPath = ({ userId, workId, trackId }: KeptSound): string =>
  soundsPath + [userId, workId, trackId].map(encodeURIComponent).join('/')

export function readSoundPath(pathname: string): KeptSound | undefined {
  if (!pathname.startsWith(soundsPath)) return undefined
  const [userId, workId, trackId] = pathname.slice(soundsPath.length).split('/').map(decodeURIComponent)
  return userId && workId && trackId ? { userId, workId, trackId } : undefined
}
