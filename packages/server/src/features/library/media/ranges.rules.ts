/**
 * The `Range` header (RFC 9110 §14). Ranges are inclusive byte positions. If the RFC leaves a choice: an invalid or unknown header is
 * ignored (200); overlapping and adjacent ranges are merged; several remaining ranges are a multipart response; more than `maxRanges` are
 * ignored.
 */

import type { ByteRange } from '../../storages/storage.ts'

export type RangeDecision =
  | { readonly kind: 'whole' }
  | { readonly kind: 'unsatisfiable' }
  | { readonly kind: 'ranges'; readonly ranges: readonly ByteRange[] }

/** Players request at most a few; longer lists only cost the server work. */
export const maxRanges = 16

/** Decides how to respond to a `Range` header. */
export function decideRanges(header: string | undefined, size: number): RangeDecision {
  const specs = header === undefined ? undefined : parseRanges(header)
  if (!specs || specs.length > maxRanges) return { kind: 'whole' }
  // A suffix range of an empty file is satisfiable, but Content-Range cannot express it.
  if (size === 0 && specs.some((spec) => spec.first === undefined && spec.last > 0n)) return { kind: 'whole' }
  const ranges = specs.flatMap((spec) => resolveRange(spec, size) ?? [])
  if (ranges.length === 0) return { kind: 'unsatisfiable' }
  return { kind: 'ranges', ranges: mergeRanges(ranges) }
}

/** Without `first`: the last `last` bytes. Without `last`: until the end. */
type RangeSpec =
  | { readonly first: bigint; readonly last: bigint | undefined }
  | { readonly first: undefined; readonly last: bigint }

/** Returns undefined if the header is not a valid set of byte ranges. Uses bigint because positions may have any length. */
function parseRanges(header: string): RangeSpec[] | undefined {
  const set = /^bytes=(.*)$/is.exec(header.trim())?.[1]
  if (set === undefined) return undefined
  // List syntax of §5.6.1: empty elements are ignored, at least one must not be empty.
  const elements = set
    .split(',')
    .map((element) => element.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((element) => element !== '')
  if (elements.length === 0) return undefined
  const specs: RangeSpec[] = []
  for (const element of elements) {
    const spec = parseRange(element)
    if (!spec) return undefined
    specs.push(spec)
  }
  return specs
}

function parseRange(element: string): RangeSpec | undefined {
  const match = /^(\d*)-(\d*)$/.exec(element)
  if (!match || element === '-') return undefined
  const [, first = '', last = ''] = match
  if (first === '') return { first: undefined, last: BigInt(last) }
  if (last !== '' && BigInt(last) < BigInt(first)) return undefined
  return { first: BigInt(first), last: last === '' ? undefined : BigInt(last) }
}

/** Returns undefined if the range contains no byte of the file. */
function resolveRange(spec: RangeSpec, size: number): ByteRange | undefined {
  const whole = BigInt(size)
  if (spec.first === undefined) {
    if (spec.last === 0n || size === 0) return undefined
    return { start: spec.last >= whole ? 0 : Number(whole - spec.last), end: size - 1 }
  }
  if (spec.first >= whole) return undefined
  const end = spec.last === undefined || spec.last >= whole ? size - 1 : Number(spec.last)
  return { start: Number(spec.first), end }
}

/** Merges overlapping and adjacent ranges; the others keep the order of the request. */
function mergeRanges(ranges: readonly ByteRange[]): ByteRange[] {
  let joined: ByteRange[] = []
  for (const range of ranges) {
    const near = joined.filter((other) => range.start <= other.end + 1 && other.start <= range.end + 1)
    const [first] = near
    if (!first) {
      joined.push(range)
      continue
    }
    const union = {
      start: Math.min(range.start, ...near.map(({ start }) => start)),
      end: Math.max(range.end, ...near.map(({ end }) => end)),
    }
    joined = joined.flatMap((other) => (other === first ? [union] : near.includes(other) ? [] : [other]))
  }
  return joined
}
