/** Which works are editions of a work, also where that one is not here. */
import type { Arena } from './arena.ts'
import type { Columns } from './columns.ts'

/** The editions of `originals[o]` are `ordinals[offsets[o]] … ordinals[offsets[o + 1] - 1]`. */
export interface EditionsByOriginal {
  /** Keys, ascending. */
  readonly originals: Int32Array
  readonly offsets: Uint32Array
  readonly ordinals: Uint32Array
}

export function buildEditionsByOriginal(arena: Arena, { editionOf, count }: Columns): EditionsByOriginal {
  const editions: number[] = []
  for (let ordinal = 0; ordinal < count; ordinal++) if (editionOf[ordinal]! >= 0) editions.push(ordinal)
  editions.sort((a, b) => editionOf[a]! - editionOf[b]! || a - b)
  const starts = [...editions.keys()].filter(
    (at) => at === 0 || editionOf[editions[at]!] !== editionOf[editions[at - 1]!],
  )
  const [originals, offsets] = [arena.int32(starts.length), arena.uint32(starts.length + 1)]
  starts.forEach((start, at) => {
    originals[at] = editionOf[editions[start]!]!
    offsets[at] = start
  })
  offsets[starts.length] = editions.length
  const ordinals = arena.uint32(editions.length)
  ordinals.set(editions)
  return { originals, offsets, ordinals }
}

/** Ordinals; the original itself is not among them. */
export function editionsOf(
  { originals, offsets, ordinals }: EditionsByOriginal,
  original: number,
): Uint32Array {
  let low = 0
  let high = originals.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (originals[middle]! < original) low = middle + 1
    else high = middle
  }
  if (originals[low] !== original) return ordinals.subarray(0, 0)
  return ordinals.subarray(offsets[low]!, offsets[low + 1]!)
}
