/** Resolves a single byte range of an offline file (RFC 9110 section 14). */

/** Both ends are inclusive, as in HTTP. */
export interface ByteSlice {
  readonly start: number
  readonly end: number
}

export type Cut =
  | { readonly is: 'whole' }
  | { readonly is: 'slice'; readonly slice: ByteSlice }
  | { readonly is: 'unsatisfiable' }

export interface RangeWanted {
  /** The headers `Range` and `If-Range`. */
  readonly range: string | null
  readonly ifRange: string | null
}

export interface RangeSource {
  readonly sizeBytes: number
  readonly etag: string
}

/** Anything but a single byte range is ignored, as the RFC allows: the whole file is sent. */
export function cutRange({ range, ifRange }: RangeWanted, { sizeBytes, etag }: RangeSource): Cut {
  if (ifRange !== null && ifRange.trim() !== etag) return { is: 'whole' }
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(range ?? '') ?? []
  if (first === '' && last === '') return { is: 'whole' }
  const isSuffix = first === ''
  const start = isSuffix ? Math.max(0, sizeBytes - Number(last)) : Number(first)
  const end = isSuffix || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (!isSuffix && last !== '' && Number(last) < start) return { is: 'whole' }
  return start >= sizeBytes ? { is: 'unsatisfiable' } : { is: 'slice', slice: { start, end } }
}

/** A range within one stored part; `to` is exclusive. */
export interface Piece {
  readonly part: number
  readonly from: number
  readonly to: number
}

/** Yields the pieces of a slice in order; every part but the last has `partBytes` bytes. */
export function* piecesOf({ start, end }: ByteSlice, partBytes: number): Generator<Piece> {
  for (let at = start; at <= end; ) {
    const part = Math.floor(at / partBytes)
    const from = at - part * partBytes
    const to = Math.min(partBytes, end + 1 - part * partBytes)
    yield { part, from, to }
    at = (part + 1) * partBytes
  }
}
