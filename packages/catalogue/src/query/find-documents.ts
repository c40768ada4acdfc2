/** Documents that contain a term, as bits. */
import type { Kernel, PairInTerm } from '../kernel/kernel.ts'
import { fieldEnd, listOfPair, packedOf, pairsOf, type TextIndex, unitsOf } from '../text/text-index.ts'

export interface Wanted {
  /** Folded, not empty. */
  readonly term: string
  /** The only documents that are tested, if testing costs. */
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
  const pairs = pairsIn(index, term)
  if (!pairs) return
  const search = { within, texts: index.texts, term: unitsOf(term) }
  const [rarest, other] = chosenOf(pairs)
  if (other) kernel.setAdjacent(target, [rarest, other], search)
  else kernel.setMatching(target, rarest, search)
}

/** Sets the documents of which some field begins with this unit. */
export function findStarting(index: TextIndex, kernel: Kernel, { target, unit }: Bounding): void {
  setPair(index, kernel, { target, first: fieldEnd, second: unit })
}

/** Sets the documents of which some field ends with this unit. */
export function findEnding(index: TextIndex, kernel: Kernel, { target, unit }: Bounding): void {
  setPair(index, kernel, { target, first: unit, second: fieldEnd })
}

interface Bounding {
  readonly target: Uint32Array
  /** A code unit. */
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

/** Returns undefined if one of them is nowhere. */
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

/** Looking at a text costs this, in steps of reading a list: it lies anywhere. */
const textCost = 40

/** The first and the last of up to four units prove the term by themselves; else the two rarest leave the fewest texts. */
function chosenOf(pairs: readonly [PairInTerm, ...PairInTerm[]]): [PairInTerm, PairInTerm?] {
  const [rarest = pairs[0], second] = pairs.toSorted((a, b) => a.packed.length - b.packed.length)
  const [first, last] = [pairs[0], pairs.at(-1)]
  const texts = rarest.packed.length * textCost
  if (last && pairs.length <= 3 && first.packed.length + last.packed.length < texts) return [first, last]
  return second && second.packed.length < texts ? [rarest, second] : [rarest]
}
