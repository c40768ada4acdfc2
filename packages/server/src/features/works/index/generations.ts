/** Passes generations of the index from the thread that builds them to the other threads. All share the same memory (ADR 0080). */

import { setTimeout } from 'node:timers/promises'
import { createManifest } from '@koedana/catalogue/memory/arena.ts'
import { type Build, type BuildResult, type Built, generationIn } from './build.ts'
import type { SpareMemory } from './spare-memory.ts'

export interface HandedGeneration extends BuildResult {
  /** Numbered in order of hand-over. */
  readonly number: number
  readonly day: number
}

/** The other threads, as seen by the building thread. */
export interface GenerationReaders {
  /** `build` is called when another thread needs a newer generation. */
  readonly attend: (first: Built, build: () => void) => void
  readonly handOver: (built: Built) => void
  /** Returns whether no other thread uses this memory any more. */
  readonly haveLeft: (memory: WebAssembly.Memory) => boolean
}

/** The building thread, as seen by another thread. */
export interface GenerationSource {
  readonly first: HandedGeneration
  /** Resolves to the next generation. */
  readonly build: Build
  /** Reports generations that this thread no longer uses, so that their memory can be reused. */
  readonly spare: SpareMemory
  /** Registers a listener for generations that arrive without being requested. */
  readonly onNext: (take: () => void) => void
  /** Call it when no further generation will come. */
  readonly end: () => void
}

export interface PublisherMessages {
  /** This generation is no longer used. */
  readonly left: (number: number) => void
  /** A generation newer than this one, the last received, is needed. */
  readonly want: (number: number) => void
}

export const builtOf = (handed: HandedGeneration): Built => ({
  ...generationIn(handed),
  seq: handed.seq,
  day: handed.day,
  saved: Promise.resolve(undefined),
})

const releasePollMs = 5

export type GenerationInbox = GenerationSource & { readonly receive: (next: HandedGeneration) => void }

/** Creates the source of generations for a thread that does not build them. */
export function createGenerationInbox(
  first: HandedGeneration,
  { left, want }: PublisherMessages,
): GenerationInbox {
  const held = [first.number]
  let next: HandedGeneration | undefined
  let waiting: PromiseWithResolvers<Built> | undefined
  let take = () => {}
  const taken = (handed: HandedGeneration): Built => {
    held.push(handed.number)
    return builtOf(handed)
  }
  const leave = () => {
    for (const number of held.splice(0, held.length - 1)) left(number)
    if (next) take()
  }
  return {
    first,
    receive: (handed) => {
      if (waiting) {
        waiting.resolve(taken(handed))
        waiting = undefined
        return
      }
      if (next) left(next.number)
      next = handed
      take()
    },
    build: () => {
      if (next) {
        const built = taken(next)
        next = undefined
        return Promise.resolve(built)
      }
      waiting = Promise.withResolvers<Built>()
      want(held.at(-1) ?? 0)
      return waiting.promise
    },
    spare: {
      keep: async ({ catalogue, current }) => {
        // Waits for queries that run in steps.
        while (!catalogue.giveWay(current)) await setTimeout(releasePollMs)
        leave()
      },
      take: () => undefined,
      drop: () => {},
    },
    onNext: (listener) => {
      take = listener
    },
    end: () => waiting?.reject(new Error('no further generation comes')),
  }
}

/** One of the other threads, as seen by the publisher. */
export interface GenerationReader {
  readonly first: HandedGeneration
  readonly left: (number: number) => void
  /** A generation newer than this number is needed. */
  readonly want: (number: number) => void
  /** Call it when the thread has ended. */
  readonly gone: () => void
}

export interface GenerationPublisher extends GenerationReaders {
  /** Adds a reading thread. Call it after a generation was handed over. */
  readonly admit: (send: (next: HandedGeneration) => void) => GenerationReader
}

interface ReaderState {
  readonly send: (next: HandedGeneration) => void
  /** The generations in use, by number. */
  readonly holds: Map<number, WebAssembly.Memory>
}

export function createGenerationPublisher(): GenerationPublisher {
  const readers = new Set<ReaderState>()
  let latest: HandedGeneration | undefined
  let build = () => {}
  const give = ({ send, holds }: ReaderState, next: HandedGeneration) => {
    holds.set(next.number, next.memory)
    send(next)
  }
  const handOver = ({ generation, arena, seq, day }: Built) => {
    latest = {
      number: (latest?.number ?? 0) + 1,
      ...{ seq, day, memory: arena.memory, used: arena.used(), manifest: createManifest(generation) },
    }
    for (const reader of readers) give(reader, latest)
  }
  return {
    attend: (first, listener) => {
      build = listener
      handOver(first)
    },
    handOver,
    haveLeft: (memory) => [...readers].every(({ holds }) => ![...holds.values()].includes(memory)),
    admit: (send) => {
      if (!latest) throw new Error('no generation was handed over yet')
      const reader: ReaderState = { send, holds: new Map([[latest.number, latest.memory]]) }
      readers.add(reader)
      return {
        first: latest,
        left: (number) => void reader.holds.delete(number),
        want: (number) => {
          if (latest && latest.number > number && !reader.holds.has(latest.number)) give(reader, latest)
          else if (latest?.number === number) build()
        },
        gone: () => void readers.delete(reader),
      }
    },
  }
}
