/**
 * Which questions were asked lately, roughly: most are asked once, and an answer that nobody asks for again is not worth
 * its memory. A few bytes a question; one that is forgotten, or mistaken for another, costs nothing but an answer more.
 */
import { crc32 } from 'node:zlib'

const remembered = 1 << 15

export function createAskedBefore(): (key: string) => boolean {
  const marks = new Uint32Array(remembered)
  return (key) => {
    const mark = crc32(key)
    const at = mark % remembered
    const isKnown = marks[at] === mark
    marks[at] = mark
    return isKnown
  }
}
