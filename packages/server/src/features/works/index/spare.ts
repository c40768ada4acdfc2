/**
 * Generations take turns in two memories: the next one is built where the one before the current was. Memory that threads share
 * cannot be given back by hand, and V8's collector does not count it; making it look for what each rebuild leaves behind held
 * everybody up for 20 ms and more (ADR 0050).
 */
import type { Catalogue } from '@koedana/catalogue/catalogue.ts'

interface Left {
  /** Any catalogue over the generation. */
  readonly catalogue: Catalogue
  /** Returns what is read instead from now on. */
  readonly current: () => Catalogue
  readonly memory: WebAssembly.Memory
}

export interface Spare {
  /** Keeps a generation that has a successor, for a while that is long beside what a build took. */
  readonly keep: (left: Left, tookMs: number) => void
  /** Returns the kept memory: a reader that still holds a catalogue over it reads the current one from now on. Undefined if there is none. */
  readonly take: () => WebAssembly.Memory | undefined
  /** Leaves what is kept to the collector. */
  readonly drop: () => void
}

/** While changes come in bulk the next build begins sooner than that; afterwards nothing is kept for those of another day. */
const keptMs = (tookMs: number) => Math.max(60_000, 6 * tookMs)

/** `isFree` says whether no other thread reads a memory. */
export function createSpare(isFree: (memory: WebAssembly.Memory) => boolean = () => true): Spare {
  let kept: Left | undefined
  let timer: NodeJS.Timeout | undefined
  const drop = () => {
    clearTimeout(timer)
    kept = undefined
  }
  return {
    keep: (left, tookMs) => {
      drop()
      kept = left
      timer = setTimeout(() => {
        const catalogue = new WeakRef(left.catalogue)
        drop()
        haveCollected(catalogue)
      }, keptMs(tookMs)).unref()
    },
    take: () => {
      const isLeft = kept && isFree(kept.memory) && kept.catalogue.giveWay(kept.current)
      const memory = isLeft ? kept?.memory : undefined
      drop()
      return memory
    },
    drop,
  }
}

/** A piece is counted by the collector, but takes no memory as long as nobody touches it. */
const pressure = { bytes: 8 << 20, pieces: 16, everyMs: 1_000 }

/** Makes the collector look, little by little, until it has found that nobody holds a catalogue. */
function haveCollected(catalogue: WeakRef<Catalogue>): void {
  const pieces: ArrayBuffer[] = []
  const pressing = setInterval(() => {
    if (catalogue.deref() === undefined || pieces.length === pressure.pieces || !add(pieces))
      clearInterval(pressing)
  }, pressure.everyMs).unref()
}

/** A system that promises no more than it has refuses them. */
function add(pieces: ArrayBuffer[]): boolean {
  try {
    pieces.push(new ArrayBuffer(pressure.bytes))
    return true
  } catch {
    return false
  }
}
