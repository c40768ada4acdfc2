/** Documents that contain a term, as bits. */
import type { Kernel } from '../kernel/kernel.ts'
import { packedOf, pairsOf, type TextIndex } from './text-index.ts'
import { unitsOf } from './texts.ts'

export interface Wanted {
  /** Folded, not empty. */
  readonly term: string
  /** Only these are asked, where asking costs. */
  readonly within: Uint32Array
}

/** Sets the documents that contain the term; of those outside `within` some may be set too. */
export function findDocuments(
  index: TextIndex,
  kernel: Kernel,
  { target, term, within }: Wanted & { readonly target: Uint32Array },
): void {
  if (term.length <= 2) {
    const { start, end } = pairsOf(
      index,
      term.charCodeAt(0),
      term.length === 2 ? term.charCodeAt(1) : undefined,
    )
    for (let pair = start; pair < end; pair++) kernel.setPacked(target, packedOf(index, pair))
    return
  }
  const rarest = rarestPair(index, term)
  if (rarest) kernel.setMatching(target, rarest, { within, texts: index.texts, term: unitsOf(term) })
}

/** The shortest list that must hold every document with the term; undefined where none can have it. */
function rarestPair(index: TextIndex, term: string): Uint8Array | undefined {
  let rarest: Uint8Array | undefined
  for (let at = 0; at + 1 < term.length; at++) {
    const { start, end } = pairsOf(index, term.charCodeAt(at), term.charCodeAt(at + 1))
    if (start === end) return undefined
    const packed = packedOf(index, start)
    if (!rarest || packed.length < rarest.length) rarest = packed
  }
  return rarest
}
