/** Declares what the threads of a server say to each other (ADR 0080). */
import type { MessagePort } from 'node:worker_threads'
import type { Config } from '../config.ts'
import type { WriterSeat } from '../db/sqlite-writer.ts'
import type { SpokenIndex } from '../features/library/lyrics/search/spoken-index.ts'
import type { HandedGeneration } from '../features/works/index/generations.ts'
import type { RateMemory } from '../http/shared-rates.ts'
import type { RecentError } from '../lib/log.ts'
import type { CountedMetrics } from '../lib/metrics.ts'
import type { Relay } from './relay.ts'
import type { ThreadRequest, ThreadResponse } from './requests.ts'

/** A thread begins with this. */
export interface ThreadStart {
  /** How many threads take requests, the first included. */
  readonly count: number
  readonly generation: HandedGeneration
  /** It is undefined on PostgreSQL. */
  readonly seat: WriterSeat | undefined
  readonly rates: RateMemory
  readonly driveLimits: SharedArrayBuffer
  readonly port: MessagePort
}

/** The same, and by which settings it serves. */
export interface ThreadOrder extends ThreadStart {
  readonly config: Config
  readonly serverPort: number
}

/** The first thread sends these to another. */
export type ToThread =
  | { readonly next: HandedGeneration }
  | { readonly stop: true }
  | ThreadRequest
  | ThreadResponse

/** Another thread sends these to the first. */
export type ToFirst =
  | { readonly left: number }
  | { readonly want: number }
  | { readonly tasks: 'wake' }
  | { readonly is: 'listening' }
  | ThreadRequest
  | ThreadResponse

/** Each thread knows this of itself. */
export interface Knowledge {
  readonly metrics: () => Promise<CountedMetrics> | undefined
  readonly errors: () => readonly RecentError[]
}

/** The first thread knows and does this for all. */
export interface FirstKnowledge extends Knowledge {
  readonly findSpoken: SpokenIndex['find']
  readonly wakeTasks: () => void
  /** Answers a request that another thread received. */
  readonly relay: Relay
}

/** All threads, as any of them has them. */
export interface Threads {
  readonly count: number
  /** Returns what each has counted. */
  readonly metrics: () => Promise<readonly CountedMetrics[]>
  /** Returns the warnings of late, the latest first. */
  readonly errors: () => Promise<readonly RecentError[]>
  readonly state: () => Promise<ThreadsState>
  /** Hands a request to the first thread; undefined there. */
  readonly relay?: Relay
}

export interface ThreadsState {
  /** How many take requests at the moment. */
  readonly serving: number
  /** How many had ended, and were replaced. */
  readonly replaced: number
}
