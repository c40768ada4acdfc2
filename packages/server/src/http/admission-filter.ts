/**
 * Admission filter of the response cache: most requests are made only once, and their responses are not worth the memory. Remembers
 * recent requests approximately, in a fixed 128 KiB. A hash collision or eviction only costs computing a response again.
 */
import { crc32 } from 'node:zlib'

const remembered = 1 << 15

/** Creates a filter that returns whether the request was made recently, and remembers it. */
export function createAdmissionFilter(): (request: string) => boolean {
  let marks: Uint32Array | undefined
  return (request) => {
    marks ??= new Uint32Array(remembered)
    const mark = crc32(request)
    const at = mark % remembered
    const isKnown = marks[at] === mark
    marks[at] = mark
    return isKnown
  }
}
