/**
 * The doorkeeper of the response cache: most requests come once, and a response that nobody needs again is not worth
 * its memory. It remembers roughly which came lately, in 128 kB however many there are. A request that is forgotten or
 * taken for another costs one more response, nothing else.
 */
import { crc32 } from 'node:zlib'

const remembered = 1 << 15

/** Creates a filter that admits a request if it was made lately. */
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
