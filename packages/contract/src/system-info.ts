/** The state of this server, for administrators. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'

export const RecentError = v.object({
  at: v.string(),
  level: v.picklist(['warn', 'error', 'fatal']),
  text: v.string(),
})

/**
 * The compiled kernel of the index. `missing`: not compiled yet. `stale`: compiled for another version. `unusable`: corrupted, or not
 * supported by this machine. Without it, the index uses slower loops with the same results.
 */
const KernelState = v.picklist(['compiled', 'missing', 'stale', 'unusable'])
export type KernelState = v.InferOutput<typeof KernelState>

/** Sizes in bytes, times in seconds; CPU is the load over the last minute in cores, from 0 to the number of cores. */
export const System = v.object({
  version: v.string(),
  nodeVersion: v.string(),
  platform: v.string(),
  startedAt: v.string(),
  uptime: v.number(),
  /** `threads`: intended number of request threads. `threadsServing`: running ones. `threadsReplaced`: ended and replaced since the start. */
  cpu: v.object({
    cores: v.number(),
    threads: v.number(),
    threadsServing: v.number(),
    threadsReplaced: v.number(),
    used: v.number(),
    load: v.array(v.number()),
  }),
  memory: v.object({ process: v.number(), total: v.number(), free: v.number() }),
  /** `covers` is counted periodically in the background; null before the first count. */
  disk: v.object({
    total: v.number(),
    free: v.number(),
    covers: v.nullable(v.number()),
    /** Bytes of data that can be created again, and their limits; counted like the covers. */
    caches: v.array(
      v.object({ name: v.picklist(['forms', 'unpacked']), size: v.nullable(v.number()), most: v.number() }),
    ),
  }),
  /** The newest in the backup folder; null if there is none. */
  backup: v.nullable(v.object({ madeAt: v.string(), size: v.number() })),
  database: v.object({ engine: v.picklist(['sqlite', 'postgres']), version: v.string(), size: v.number() }),
  index: v.object({
    works: v.number(),
    generation: v.string(),
    /** Changes on top of the generation, or not read yet. */
    changesWaiting: v.number(),
    size: v.number(),
    kernel: KernelState,
  }),
  counts: v.object({
    works: v.number(),
    playableWorks: v.number(),
    tracks: v.number(),
    missingTracks: v.number(),
    makers: v.number(),
    series: v.number(),
    artists: v.number(),
    illustrators: v.number(),
    genres: v.number(),
    /** Number of accounts, without guests. */
    users: v.number(),
    guests: v.number(),
    sessions: v.number(),
  }),
  /** The version of ffmpeg; null if it is not installed. */
  ffmpeg: v.nullable(v.string()),
  /** Newest first, without private details. */
  recentErrors: v.array(RecentError),
})
export type System = v.InferOutput<typeof System>

export const getSystem = endpoint({
  method: 'GET',
  path: '/admin/system',
  access: 'admin',
  rate: 'read',
  summary: 'Get system information',
  description: 'Version, load, disk space, counts and recent errors.',
  response: System,
})

export const getIndex = endpoint({
  method: 'GET',
  path: '/admin/index',
  access: 'admin',
  rate: 'read',
  summary: 'Get the state of the index',
  description: 'Lists and searches show a large import when the next index is built.',
  response: v.object({
    /** Differs for each index that was built. */
    generation: v.string(),
    /** Works with changes that lists do not show yet. */
    pendingWorks: v.number(),
  }),
})
