/**
 * Admission filter of the response cache: most requests are made only once, and their responses are not worth the memory. Remembers
 * recent requests approximately, in a fixed 128 KiB. A hash collision or eviction only costs computing a response again.
 */
import { crc32 } from 'node:zlib'

const slotCount = 1 << 15

/** Creates a filter that returns whether the request was made recently, and remembers it. */
export function createAdmissionFilter(): (request: string) => boolean {
  let hashes: Uint32Array | undefined
  return (request) => {
    hashes ??= new Uint32Array(slotCount)
    const mark = crc32(request)
    const at = mark % slotCount
    const wasSeen = hashes[at] === mark
    hashes[at] = mark
    return wasSeen
  }
}
