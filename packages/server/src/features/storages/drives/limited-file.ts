/**
 * A file of an account with few concurrent downloads. Streams are read in segments, and a slot is held only while a segment arrives, so
 * that a paused listener holds none.
 */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { OpenFile } from '../storage.ts'
import type { DownloadSlots } from './account-limits.ts'

/** The first segment is short so that playback starts soon. */
const firstSegmentBytes = 256 * 1024
const maxSegmentBytes = 4 * 1024 * 1024

/** Limits the concurrent downloads of a file. */
export function limitReaders(file: OpenFile, readers: Pick<DownloadSlots, 'hold'>): OpenFile {
  return {
    ...file,
    read: (range) => readers.hold(async () => file.read(range)),
    stream: (range) => {
      async function* segments(): AsyncGenerator<Buffer> {
        for (let start = range.start, length = firstSegmentBytes; start <= range.end; ) {
          const segment = { start, end: Math.min(start + length - 1, range.end) }
          yield await readers.hold(() => buffer(file.stream(segment)))
          start = segment.end + 1
          length = Math.min(length * 2, maxSegmentBytes)
        }
      }
      return Readable.from(segments(), { objectMode: false })
    },
  }
}
