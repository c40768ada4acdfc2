/**
 * The kernel in WebAssembly with SIMD (`assembly/kernel.ts`), over the memory of the generation.
 * Lists and terms from other memory are copied into it first.
 */
import { type Arena, pageBytes } from '../memory/arena.ts'
import type { Links } from '../model/generation.ts'
import type { GroupTally, Kernel, PairInTerm, Tally, TextSearch } from './kernel.ts'
import { kernelFunctions, layoutVersion } from './layout.ts'

/** Returns undefined if the module was compiled for another layout or cannot be instantiated. */
export function createSimdKernel(module: WebAssembly.Module, arena: Arena): Kernel | undefined {
  try {
    const { exports } = new WebAssembly.Instance(module, { env: { memory: arena.memory, abort: () => {} } })
    return isKernelExports(exports) ? createKernelOver(exports, arena) : undefined
  } catch {
    return undefined
  }
}

type Call = (...numbers: number[]) => number
type KernelExports = Readonly<Record<(typeof kernelFunctions)[number], Call>>

const isKernelExports = (exports: WebAssembly.Exports): exports is WebAssembly.Exports & KernelExports =>
  hasSameLayout(exports) && kernelFunctions.every((name) => typeof exports[name] === 'function')

const hasSameLayout = ({ layoutVersion: compiled }: WebAssembly.Exports): boolean =>
  compiled instanceof WebAssembly.Global && compiled.value === layoutVersion

function createKernelOver(wasm: KernelExports, arena: Arena): Kernel {
  const { staged, result } = createStage(arena)
  return {
    name: 'simd',
    and: (target, other) => void wasm.and(ptr(target), ptr(other), target.length),
    andNot: (target, other) => void wasm.andNot(ptr(target), ptr(other), target.length),
    or: (target, other) => void wasm.or(ptr(target), ptr(other), target.length),
    count: (bits) => wasm.count(ptr(bits), bits.length),
    countBoth: (bits, other) => wasm.countBoth(ptr(bits), ptr(other), bits.length),
    countList: (bits, list) => wasm.countList(ptr(bits), staged(list), list.length),
    countPacked: (bits, packed, most) => wasm.countPacked(ptr(bits), ptr(packed), packed.length, most),
    setAll: (target, list) => void wasm.setAll(ptr(target), staged(list), list.length),
    clearAll: (target, list) => void wasm.clearAll(ptr(target), staged(list), list.length),
    keepBits: (target, column, mask) => void wasm.keepBits(ptr(target), target.length, ptr(column), mask),
    keepFirst: (target, { bits, before, better }, others) =>
      void wasm.keepFirst(
        ptr(target),
        target.length,
        ptr(bits),
        ptr(before),
        ptr(better),
        others ? ptr(others) : 0,
      ),
    ordinals: (bits, count) => result(count, (out) => wasm.ordinals(ptr(bits), bits.length, out)),
    take: (bits, order, { from, skip, wanted }) =>
      result(wanted, (out) => wasm.take(ptr(bits), ptr(order), from, skip, out, wanted)),
    least: (bits, ranks, wanted) =>
      result(wanted, (out) => wasm.least(ptr(bits), bits.length, ptr(ranks), out, wanted)).sort(),
    ...aggregatesOver(wasm),
    ...editionsOver(wasm),
    setPacked: (target, packed) => void wasm.setPacked(ptr(target), ptr(packed), packed.length),
    ...textsOver(wasm, staged),
    setStarting: (target, search, isWhole) =>
      void wasm.setStarting(...startingArguments(target, search, staged), isWhole ? 1 : 0),
    addList: (scores, list, weight) => void wasm.addList(ptr(scores), staged(list), list.length, weight),
    addPacked: (scores, packed, weight) =>
      void wasm.addPacked(ptr(scores), ptr(packed), packed.length, weight),
    best: (scores, within, wanted) =>
      result(wanted, (out) => wasm.best(ptr(scores), ptr(within), within.length, out, wanted)),
    ...scoresOver(wasm),
    list: wasm.list,
  }
}

function scoresOver(
  wasm: KernelExports,
): Pick<Kernel, 'addBits' | 'sizePacked' | 'addBoth' | 'keepScores' | 'clearScores'> {
  return {
    addBits: (scores, bits, weight) => void wasm.addBits(ptr(scores), ptr(bits), bits.length, weight),
    sizePacked: (packed) => wasm.sizePacked(ptr(packed), packed.length),
    addBoth: (scores, bits, { other, weight }) =>
      void wasm.addBoth(ptr(scores), ptr(bits), ptr(other), bits.length, weight),
    keepScores: (bits, scores, least) => void wasm.keepScores(ptr(bits), bits.length, ptr(scores), least),
    clearScores: (scores, bits) => void wasm.clearScores(ptr(scores), ptr(bits), bits.length),
  }
}

function editionsOver(
  wasm: KernelExports,
): Pick<Kernel, 'membersBeside' | 'addListsBeside' | 'addNumbersBeside'> {
  const tallied = ({ met, first, counts }: GroupTally) => [ptr(met), first, ptr(counts)] as const
  return {
    membersBeside: ({ offsets, ordinals }, { shown, beside }, out) =>
      wasm.membersBeside(ptr(offsets), offsets.length - 1, ptr(ordinals), ptr(shown), ptr(beside), ptr(out)),
    addListsBeside: (members, { offsets, keys }, tally) =>
      void wasm.addListsBeside(ptr(members), members.length, ptr(offsets), ptr(keys), ...tallied(tally)),
    addNumbersBeside: (members, numbers, tally) =>
      void wasm.addNumbersBeside(ptr(members), members.length, ptr(numbers), ...tallied(tally)),
  }
}

function textsOver(
  wasm: KernelExports,
  staged: Stage['staged'],
): Pick<Kernel, 'setMatching' | 'setAdjacent'> {
  const listed = ({ packed, positions, at }: PairInTerm) =>
    [ptr(packed), packed.length, ptr(positions), at] as const
  const sought = ({ within, texts, term }: TextSearch) =>
    [ptr(within), ptr(texts.units), ptr(texts.offsets), staged(term), term.length] as const
  return {
    setMatching: (target, pair, search) =>
      void wasm.setMatching(ptr(target), ...listed(pair), ...sought(search)),
    setAdjacent: (target, [one, other], search) =>
      void wasm.setAdjacent(ptr(target), ...listed(one), ...listed(other), ...sought(search)),
  }
}

function aggregatesOver(
  wasm: KernelExports,
): Pick<Kernel, 'countColumn' | 'countLinks' | 'countLists' | 'sumColumn' | 'sumLinks'> {
  const tallied = ({ values, sums, known }: Tally) => [ptr(values), ptr(sums), ptr(known)] as const
  const linked = ({ offsets, keys }: Links) => [ptr(offsets), ptr(keys)] as const
  return {
    countColumn: (bits, column, counts) =>
      void wasm.countColumn(ptr(bits), bits.length, ptr(column), ptr(counts)),
    countLinks: (bits, links, counts) =>
      void wasm.countLinks(ptr(bits), bits.length, ...linked(links), ptr(counts)),
    countLists: (bits, { offsets, ordinals }, counts) =>
      void wasm.countLists(ptr(bits), ptr(offsets), offsets.length - 1, ptr(ordinals), ptr(counts)),
    sumColumn: (bits, column, tally) =>
      void wasm.sumColumn(ptr(bits), bits.length, ptr(column), ...tallied(tally)),
    sumLinks: (bits, links, tally) =>
      void wasm.sumLinks(ptr(bits), bits.length, ...linked(links), ...tallied(tally)),
  }
}

const startingArguments = (
  target: Uint32Array,
  { within, texts, term }: TextSearch,
  staged: Stage['staged'],
) =>
  [
    ptr(target),
    ptr(within),
    within.length,
    ptr(texts.units),
    ptr(texts.offsets),
    staged(term),
    term.length,
  ] as const

/** Returns the address of an array in the arena. All arrays must be in the arena, except lists and terms, which are staged. */
const ptr = (array: ArrayBufferView): number => array.byteOffset

interface Stage {
  /** Returns the address of a list, which is copied if it is outside the shared memory. */
  readonly staged: (list: Uint32Array | Uint16Array) => number
  /** Reserves room for up to `most` results; `write` returns how many it wrote. */
  readonly result: (most: number, write: (out: number) => number) => Uint32Array
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
    result: (most, write) => {
      const out = roomFor(most)
      return out.slice(0, write(out.byteOffset))
    },
  }
}
