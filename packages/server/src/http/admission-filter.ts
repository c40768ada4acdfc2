/**
 * The doorkeeper of the answer cache: most questions are asked once, and an answer that nobody asks for again is not worth
 * its memory. It remembers roughly which were asked lately, in 128 kB however many come. A question that is forgotten or
 * taken for another costs one more answer, nothing else.
 */
import { crc32 } from 'node:zlib'

const remembered = 1 << 15

/** Whether a question passes: it was asked lately. */
export function createAdmissionFilter(): (request: string) => boolean {
  const marks = new Uint32Array(remembered)
  return (request) => {
    const mark = crc32(request)
    const at = mark % remembered
    const isKnown = marks[at] === mark
    marks[at] = mark
    return isKnown
  }
}
