/**
 * Which questions were asked lately, roughly: most are asked once, and an answer that nobody asks for again is not worth
 * its memory. Four bytes a question; one that is forgotten or taken for another costs an answer more, nothing else.
 */
import { crc32 } from 'node:zlib'

const remembered = 1 << 15

export function createAskedBefore(): (question: string) => boolean {
  const marks = new Uint32Array(remembered)
  return (question) => {
    const mark = crc32(question)
    const at = mark % remembered
    const isKnown = marks[at] === mark
    marks[at] = mark
    return isKnown
  }
}
