/** The messages between the threads of a server (ADR 0080). */
import type { MessagePort } from 'node:worker_threads'
import type { Config } from '../config.ts'
import type { WriterAccess } from '../db/sqlite-writer.ts'
import type { SpokenIndex } from '../features/library/lyrics/search/spoken-index.ts'
import type { HandedGeneration } from '../features/works/index/generations.ts'
import type { RateMemory } from '../http/shared-rates.ts'
import type { RecentError } from '../lib/log.ts'
import type { MetricsJson } from '../lib/metrics.ts'
import type { Relay } from './relay.ts'
import type { ThreadRequest, ThreadResponse } from './requests.ts'

export interface ThreadStart {
  /** The number of request threads, including the first. */
  readonly count: number
  readonly generation: HandedGeneration
  /** Undefined on PostgreSQL. */
  readonly seat: WriterAccess | undefined
  readonly rates: RateMemory
  readonly driveLimits: SharedArrayBuffer
  readonly port: MessagePort
}

export interface ThreadData extends ThreadStart {
  readonly config: Config
  readonly serverPort: number
}

export type ToThread =
  | { readonly next: HandedGeneration }
  | { readonly stop: true }
  | ThreadRequest
  | ThreadResponse

export type ToFirst =
  | { readonly left: number }
  | { readonly want: number }
  | { readonly tasks: 'wake' }
  | { readonly type: 'listening' }
  | ThreadRequest
  | ThreadResponse

/** Information that each thread provides about itself. */
export interface ThreadInfo {
  readonly metrics: () => Promise<MetricsJson> | undefined
  readonly errors: () => readonly RecentError[]
}

/** What only the first thread can provide. */
export interface FirstThreadInfo extends ThreadInfo {
  readonly findSpoken: SpokenIndex['find']
  readonly wakeTasks: () => void
  readonly relay: Relay
}

/** All threads, as seen by any of them. */
export interface Threads {
  readonly count: number
  readonly metrics: () => Promise<readonly MetricsJson[]>
  /** Returns recent warnings and errors, newest first. */
  readonly errors: () => Promise<readonly RecentError[]>
  readonly state: () => Promise<ThreadsState>
  /** Forwards a request to the first thread; undefined in the first thread. */
  readonly relay?: Relay
}

export interface ThreadsState {
  readonly serving: number
  readonly replaced: number
}
