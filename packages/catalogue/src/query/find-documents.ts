/** Finds documents that contain a term, as bits. */
import type { Kernel, PairInTerm } from '../kernel/kernel.ts'
import { fieldEnd, listOfPair, packedOf, pairsOf, type TextIndex, unitsOf } from '../text/text-index.ts'

export interface TermSearch {
  /** Folded, not empty. */
  readonly term: string
  /** Documents outside are not tested if testing is costly. */
  readonly within: Uint32Array
}

/** Sets the documents that contain the term; some outside `within` may be set too. */
export function findDocuments(
  index: TextIndex,
  kernel: Kernel,
  { target, term, within }: TermSearch & { readonly target: Uint32Array },
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
  const pairs = pairsIn(index, term)
  if (!pairs) return
  const search = { within, texts: index.texts, term: unitsOf(term) }
  const [rarest, other] = choosePairs(pairs)
  if (other) kernel.setAdjacent(target, [rarest, other], search)
  else kernel.setMatching(target, rarest, search)
}

/** Sets the documents with a field that starts with this unit. */
export function findStarting(index: TextIndex, kernel: Kernel, { target, unit }: BoundarySearch): void {
  setPair(index, kernel, { target, first: fieldEnd, second: unit })
}

/** Sets the documents with a field that ends with this unit. */
export function findEnding(index: TextIndex, kernel: Kernel, { target, unit }: BoundarySearch): void {
  setPair(index, kernel, { target, first: unit, second: fieldEnd })
}

interface BoundarySearch {
  readonly target: Uint32Array
  readonly unit: number
}

function setPair(
  index: TextIndex,
  kernel: Kernel,
  { target, first, second }: { target: Uint32Array; first: number; second: number },
): void {
  const { start, end } = pairsOf(index, first, second)
  if (start < end) kernel.setPacked(target, packedOf(index, start))
}

/** Returns all pairs of the term; undefined if one of them occurs nowhere. */
function pairsIn(index: TextIndex, term: string): [PairInTerm, ...PairInTerm[]] | undefined {
  const pairs: PairInTerm[] = []
  for (let at = 0; at + 1 < term.length; at++) {
    const { start, end } = pairsOf(index, term.charCodeAt(at), term.charCodeAt(at + 1))
    if (start === end) return undefined
    pairs.push({ ...listOfPair(index, start), at })
  }
  const [first, ...others] = pairs
  return first && [first, ...others]
}

/** Cost of testing one text, in bytes read of a list: texts are scattered in memory. */
const textCost = 40

/**
 * Returns the pairs to search for. The first and the last pair prove a term of up to four units; otherwise the two rarest leave the fewest
 * texts to test.
 */
function choosePairs(pairs: readonly [PairInTerm, ...PairInTerm[]]): [PairInTerm, PairInTerm?] {
  const [rarest = pairs[0], second] = pairs.toSorted((a, b) => a.packed.length - b.packed.length)
  const [first, last] = [pairs[0], pairs.at(-1)]
  const texts = rarest.packed.length * textCost
  if (last && pairs.length <= 3 && first.packed.length + last.packed.length < texts) return [first, last]
  return second && second.packed.length < texts ? [rarest, second] : [rarest]
}
