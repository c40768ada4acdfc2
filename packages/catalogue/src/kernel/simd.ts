/**
 * The kernel in WebAssembly with SIMD, over the memory that the generation lies in (`assembly/kernel.ts`). Arrays from
 * elsewhere are copied into that memory first.
 */
import { type Arena, pageBytes } from '../memory/arena.ts'
import type { Links } from '../model/generation.ts'
import type { Kernel, PairInTerm, Tally, TextSearch } from './kernel.ts'
import { kernelFunctions, layoutVersion } from './layout.ts'

/** Undefined if the module was compiled for another layout. */
export function createSimdKernel(module: WebAssembly.Module, arena: Arena): Kernel | undefined {
  try {
    const { exports } = new WebAssembly.Instance(module, { env: { memory: arena.memory, abort: () => {} } })
    return isKernelExports(exports) ? overExports(exports, arena) : undefined
  } catch {
    return undefined
  }
}

type Call = (...numbers: number[]) => number
type KernelExports = Readonly<Record<(typeof kernelFunctions)[number], Call>>

const isKernelExports = (exports: WebAssembly.Exports): exports is WebAssembly.Exports & KernelExports =>
  isOfThisLayout(exports) && kernelFunctions.every((name) => typeof exports[name] === 'function')

const isOfThisLayout = ({ layoutVersion: compiled }: WebAssembly.Exports): boolean =>
  compiled instanceof WebAssembly.Global && compiled.value === layoutVersion

function overExports(wasm: KernelExports, arena: Arena): Kernel {
  const { staged, answer } = createStage(arena)
  return {
    name: 'simd',
    and: (target, other) => void wasm.and(place(target), place(other), target.length),
    andNot: (target, other) => void wasm.andNot(place(target), place(other), target.length),
    or: (target, other) => void wasm.or(place(target), place(other), target.length),
    count: (bits) => wasm.count(place(bits), bits.length),
    countBoth: (bits, other) => wasm.countBoth(place(bits), place(other), bits.length),
    countList: (bits, list) => wasm.countList(place(bits), staged(list), list.length),
    countPacked: (bits, packed, most) => wasm.countPacked(place(bits), place(packed), packed.length, most),
    setAll: (target, list) => void wasm.setAll(place(target), staged(list), list.length),
    clearAll: (target, list) => void wasm.clearAll(place(target), staged(list), list.length),
    keepBits: (target, column, mask) => void wasm.keepBits(place(target), target.length, place(column), mask),
    keepFirst: (target, { bits, before, better }, others) =>
      void wasm.keepFirst(
        place(target),
        target.length,
        place(bits),
        place(before),
        place(better),
        others ? place(others) : 0,
      ),
    ordinals: (bits, count) => answer(count, (out) => wasm.ordinals(place(bits), bits.length, out)),
    take: (bits, order, { from, skip, wanted }) =>
      answer(wanted, (out) => wasm.take(place(bits), place(order), from, skip, out, wanted)),
    least: (bits, ranks, wanted) =>
      answer(wanted, (out) => wasm.least(place(bits), bits.length, place(ranks), out, wanted)).sort(),
    ...aggregatesOver(wasm),
    setPacked: (target, packed) => void wasm.setPacked(place(target), place(packed), packed.length),
    ...textsOver(wasm, staged),
    setStarting: (target, search, isWhole) =>
      void wasm.setStarting(...startingArguments(target, search, staged), isWhole ? 1 : 0),
    addBits: (scores, bits, weight) => void wasm.addBits(place(scores), place(bits), bits.length, weight),
    addList: (scores, list, weight) => void wasm.addList(place(scores), staged(list), list.length, weight),
    addPacked: (scores, packed, weight) =>
      void wasm.addPacked(place(scores), place(packed), packed.length, weight),
    best: (scores, within, wanted) =>
      answer(wanted, (out) => wasm.best(place(scores), place(within), within.length, out, wanted)),
    ...scoresOver(wasm),
    list: wasm.list,
  }
}

function scoresOver(
  wasm: KernelExports,
): Pick<Kernel, 'sizePacked' | 'addBoth' | 'keepScores' | 'clearScores'> {
  return {
    sizePacked: (packed) => wasm.sizePacked(place(packed), packed.length),
    addBoth: (scores, bits, { other, weight }) =>
      void wasm.addBoth(place(scores), place(bits), place(other), bits.length, weight),
    keepScores: (bits, scores, least) => void wasm.keepScores(place(bits), bits.length, place(scores), least),
    clearScores: (scores, bits) => void wasm.clearScores(place(scores), place(bits), bits.length),
  }
}

function textsOver(
  wasm: KernelExports,
  staged: Stage['staged'],
): Pick<Kernel, 'setMatching' | 'setAdjacent'> {
  const listed = ({ packed, places, at }: PairInTerm) =>
    [place(packed), packed.length, place(places), at] as const
  const sought = ({ within, texts, term }: TextSearch) =>
    [place(within), place(texts.units), place(texts.offsets), staged(term), term.length] as const
  return {
    setMatching: (target, pair, search) =>
      void wasm.setMatching(place(target), ...listed(pair), ...sought(search)),
    setAdjacent: (target, [one, other], search) =>
      void wasm.setAdjacent(place(target), ...listed(one), ...listed(other), ...sought(search)),
  }
}

function aggregatesOver(
  wasm: KernelExports,
): Pick<Kernel, 'countColumn' | 'countLinks' | 'countLists' | 'sumColumn' | 'sumLinks'> {
  const tallied = ({ values, sums, known }: Tally) => [place(values), place(sums), place(known)] as const
  const linked = ({ offsets, keys }: Links) => [place(offsets), place(keys)] as const
  return {
    countColumn: (bits, column, counts) =>
      void wasm.countColumn(place(bits), bits.length, place(column), place(counts)),
    countLinks: (bits, links, counts) =>
      void wasm.countLinks(place(bits), bits.length, ...linked(links), place(counts)),
    countLists: (bits, { offsets, ordinals }, counts) =>
      void wasm.countLists(place(bits), place(offsets), offsets.length - 1, place(ordinals), place(counts)),
    sumColumn: (bits, column, tally) =>
      void wasm.sumColumn(place(bits), bits.length, place(column), ...tallied(tally)),
    sumLinks: (bits, links, tally) =>
      void wasm.sumLinks(place(bits), bits.length, ...linked(links), ...tallied(tally)),
  }
}

const startingArguments = (
  target: Uint32Array,
  { within, texts, term }: TextSearch,
  staged: Stage['staged'],
) =>
  [
    place(target),
    place(within),
    within.length,
    place(texts.units),
    place(texts.offsets),
    staged(term),
    term.length,
  ] as const

/** Every array of a generation lies in the arena; what a kernel is handed must, too, but for lists and terms. */
const place = (array: ArrayBufferView): number => array.byteOffset

interface Stage {
  /** Returns the address at which the kernel finds a list that may lie anywhere. */
  readonly staged: (list: Uint32Array | Uint16Array) => number
  /** Makes room for a result of at most this many; the kernel says how many it wrote. */
  readonly answer: (most: number, write: (out: number) => number) => Uint32Array
}

function createStage(arena: Arena): Stage {
  let room = arena.uint32(pageBytes / 4)
  const roomFor = (length: number) => {
    if (length > room.length) room = arena.uint32(length * 2)
    return room
  }
  return {
    staged: (list) => {
      if (list.buffer instanceof SharedArrayBuffer) return list.byteOffset
      const words = roomFor(list.length)
      if (list instanceof Uint32Array) words.set(list)
      else new Uint16Array(words.buffer, words.byteOffset, list.length).set(list)
      return words.byteOffset
    },
    answer: (most, write) => {
      const out = roomFor(most)
      return out.slice(0, write(out.byteOffset))
    },
  }
}
