/** Builds a generation in a thread of its own. */
import { Worker } from 'node:worker_threads'
import { type Arena, createArena, type Manifest, revive } from '@koedana/catalogue/memory/arena.ts'
import { type Generation, isGeneration } from '@koedana/catalogue/model/generation.ts'
import type { DatabaseLocation } from '../../../db/open.ts'
import { dayOf } from '../../../lib/instants.rules.ts'

export interface Built {
  /** The last change the generation contains. */
  readonly seq: number
  /** The day up to which growth of sales is counted, in days since 1970. */
  readonly day: number
  readonly generation: Generation
  readonly arena: Arena
  readonly ballast: Ballast
  /** Resolves when its snapshot is written, if one is wanted: to the reason why it could not be, otherwise to nothing. */
  readonly saved: Promise<unknown>
}

export interface BuildWishes {
  /** Growth of sales is counted up to its day. */
  readonly now?: Date
  /** The folder in which a snapshot is written once the generation is handed over; without it none is. */
  readonly snapshotFolder?: string | undefined
}

/** What the thread is given. */
export interface Wanted {
  readonly place: DatabaseLocation
  readonly day: number
  readonly snapshotFolder: string | undefined
}

/** What the thread hands over: memory, and where in it what lies. */
export interface Sent {
  readonly seq: number
  readonly manifest: Manifest
  readonly memory: WebAssembly.Memory
  readonly used: number
}

/**
 * Rows pass through once and die young, and the collector comes the earlier the less it may let grow: more room would only
 * stay resident. What is alive at any time is some 150 MiB at a million works.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1_024 }

export type Build = (place: DatabaseLocation, wishes?: BuildWishes) => Promise<Built>

export const buildInWorker: Build = (place, { now = new Date(), snapshotFolder } = {}) => {
  const day = dayOf(now.toISOString())
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./build-worker.ts', import.meta.url), {
      workerData: { place, day, snapshotFolder } satisfies Wanted,
      resourceLimits,
    })
    const saved = new Promise<unknown>((done) => {
      worker.once('error', done)
      worker.once('exit', () => done(undefined))
    })
    worker.once('message', (sent: Sent) => resolve({ ...generationIn(sent), seq: sent.seq, day, saved }))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the index was not built: the thread ended with ${code}`)))
  })
}

/** Returns the generation that a manifest and its memory hold. */
export function generationIn({
  manifest,
  memory,
  used,
}: Omit<Sent, 'seq'>): Pick<Built, 'generation' | 'arena' | 'ballast'> {
  const generation = revive(manifest, memory.buffer)
  if (!isGeneration(generation)) throw new TypeError('what came is no generation')
  return { generation, arena: createArena(memory, used), ballast: ballastOf(used) }
}

/** Grows to as many bytes as a generation has, never touched and so of no memory. */
type Ballast = readonly ArrayBuffer[]

/**
 * Less than half of what the collector may find at once above its limit (32 MiB) before it stops everything and marks without
 * its helpers; and time enough in between for it to end what it began.
 */
const ballastPiece = { bytes: 8 << 20, everyMs: 100 }

/**
 * Makes the collector count a generation, which it does not do with what threads share: without it, it sees no reason to
 * collect, and unused generations pile up.
 */
function ballastOf(bytes: number): Ballast {
  const pieces: ArrayBuffer[] = []
  const isWhole = () => pieces.length * ballastPiece.bytes >= bytes
  const growing = setInterval(() => {
    if (isWhole() || !add(pieces)) clearInterval(growing)
  }, ballastPiece.everyMs).unref()
  return pieces
}

/** A system that promises no more than it has refuses them. */
function add(pieces: ArrayBuffer[]): boolean {
  try {
    pieces.push(new ArrayBuffer(ballastPiece.bytes))
    return true
  } catch {
    return false
  }
}
