/** Resolves a single byte range of an offline file (RFC 9110 section 14). */

/** Both ends are inclusive, as in HTTP. */
export interface ByteSlice {
  readonly start: number
  readonly end: number
}

export type RangeResult =
  | { readonly type: 'whole' }
  | { readonly type: 'slice'; readonly slice: ByteSlice }
  | { readonly type: 'unsatisfiable' }

export interface RangeHeaders {
  /** The headers `Range` and `If-Range`. */
  readonly range: string | null
  readonly ifRange: string | null
}

export interface RangeSource {
  readonly sizeBytes: number
  readonly etag: string
}

/** Anything but a single byte range is ignored, as the RFC allows: the whole file is sent. */
export function resolveRange(
  { range, ifRange }: RangeHeaders,
  { sizeBytes, etag }: RangeSource,
): RangeResult {
  if (ifRange !== null && ifRange.trim() !== etag) return { type: 'whole' }
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(range ?? '') ?? []
  if (first === '' && last === '') return { type: 'whole' }
  const isSuffix = first === ''
  const start = isSuffix ? Math.max(0, sizeBytes - Number(last)) : Number(first)
  const end = isSuffix || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (!isSuffix && last !== '' && Number(last) < start) return { type: 'whole' }
  return start >= sizeBytes ? { type: 'unsatisfiable' } : { type: 'slice', slice: { start, end } }
}

/** A range within one stored part; `to` is exclusive. */
export interface PartRange {
  readonly part: number
  readonly from: number
  readonly to: number
}

/** Yields the pieces of a slice in order; every part but the last has `partBytes` bytes. */
export function* partRangesOf({ start, end }: ByteSlice, partBytes: number): Generator<PartRange> {
  for (let at = start; at <= end; ) {
    const part = Math.floor(at / partBytes)
    const from = at - part * partBytes
    const to = Math.min(partBytes, end + 1 - part * partBytes)
    yield { part, from, to }
    at = (part + 1) * partBytes
  }
}
