/**
 * Two memories for generations are used alternately: the next generation is built in the memory of the one before the current.
 * Shared WebAssembly memory cannot be freed explicitly, and V8's collector does not count it. Forcing a collection after each
 * rebuild blocked requests for 20 ms and more (ADR 0050).
 */
import type { Catalogue } from '@koedana/catalogue/catalogue.ts'

interface ReplacedGeneration {
  readonly catalogue: Catalogue
  /** Returns the catalog that replaces it. */
  readonly current: () => Catalogue
  readonly memory: WebAssembly.Memory
}

export interface SpareMemory {
  /** Keeps a replaced generation for some time, long compared to a build. */
  readonly keep: (left: ReplacedGeneration, tookMs: number) => void
  /** Returns the kept memory; undefined if there is none. Readers that still hold a catalog on it use the current one from then on. */
  readonly take: () => WebAssembly.Memory | undefined
  /** Leaves the kept memory to the garbage collector. */
  readonly drop: () => void
}

/** During bulk changes the next build begins earlier than this. Afterwards nothing is kept for the builds of other days. */
const keepForMs = (tookMs: number) => Math.max(60_000, 6 * tookMs)

/** `isFree` returns whether no other thread uses the memory. */
export function createSpare(isFree: (memory: WebAssembly.Memory) => boolean = () => true): SpareMemory {
  let kept: ReplacedGeneration | undefined
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
        triggerCollection(catalogue)
      }, keepForMs(tookMs)).unref()
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

/** Allocations that the collector counts, but that take no physical memory until touched. */
const pressureAllocation = { bytes: 8 << 20, pieces: 16, everyMs: 1_000 }

/** Triggers garbage collection step by step until the catalog is collected. */
function triggerCollection(catalogue: WeakRef<Catalogue>): void {
  const pieces: ArrayBuffer[] = []
  const pressing = setInterval(() => {
    if (catalogue.deref() === undefined || pieces.length === pressureAllocation.pieces || !add(pieces))
      clearInterval(pressing)
  }, pressureAllocation.everyMs).unref()
}

/** Returns false if the system rejects the allocation (no overcommit). */
function add(pieces: ArrayBuffer[]): boolean {
  try {
    pieces.push(new ArrayBuffer(pressureAllocation.bytes))
    return true
  } catch {
    return false
  }
}
