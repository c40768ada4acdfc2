/** Checks whether bytes contain MPEG audio. Random bytes often look like one frame, but hardly ever like several in a row. */

const requiredFrames = 3

/**
 * Returns whether the bytes contain a stream. `bytes` begin after the tags; `isWhole` if the file ends with them. At the end of the file,
 * two frames followed by the end or a tag are enough.
 */
export function containsFrames(bytes: Uint8Array, isWhole: boolean): boolean {
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    if (isStream(bytes, at, isWhole)) return true
  }
  return false
}

function isStream(bytes: Uint8Array, start: number, isWhole: boolean): boolean {
  let at = start
  const first = parseFrame(bytes, start)
  for (let count = 0; count < requiredFrames; count += 1) {
    const frame = parseFrame(bytes, at)
    if (!frame || frame.kind !== first?.kind) return isWhole && count >= 2 && isEnd(bytes, at)
    at += frame.length
  }
  return true
}

/** The last frame may be truncated. */
const isEnd = (bytes: Uint8Array, at: number) =>
  at >= bytes.length ||
  /^(?:TAG|APETAGEX|ID3|LYRICS)/.test(Buffer.from(bytes.subarray(at, at + 8)).toString('latin1'))

interface MpegFrame {
  /** Length in bytes, including the header. */
  readonly length: number
  /** Header bits that are constant within a stream. */
  readonly kind: number
}

function parseFrame(bytes: Uint8Array, at: number): MpegFrame | undefined {
  const [sync = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4)
  if (sync !== 0xff || (second & 0xe0) !== 0xe0) return undefined
  const isAdts = (second & 0xf6) === 0xf0
  const kind = isAdts ? (second << 16) | (third << 8) | (fourth & 0xf0) : (second << 16) | (third & 0x0c)
  const length = isAdts ? adtsLength(bytes, at) : mpegLength(second, third)
  return length === undefined ? undefined : { kind, length }
}

/** Kilobits per second by version and layer. 0 for frames in the free format, whose length is not in the header. */
const bitrates: Readonly<Record<string, readonly number[]>> = {
  '1/1': [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1/2': [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1/3': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2/1': [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2/2': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  '2/3': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}

/** Hertz in version 1; half in version 2, a quarter in version 2.5. */
const sampleRates: readonly number[] = [44_100, 48_000, 32_000]

/** ISO 11172-3 §2.4.1.3, and ISO 13818-3 for the lower rates. */
function mpegLength(second: number, third: number): number | undefined {
  const version = (second >> 3) & 3
  const layer = 4 - ((second >> 1) & 3)
  const rate = sampleRates[(third >> 2) & 3]
  if (version === 1 || layer === 4 || rate === undefined) return undefined
  const isFull = version === 3
  const kilobits = bitrates[`${isFull ? 1 : 2}/${layer}`]?.[third >> 4] ?? 0
  if (kilobits === 0) return undefined
  const hertz = isFull ? rate : rate / (version === 2 ? 2 : 4)
  const padding = (third >> 1) & 1
  if (layer === 1) return (Math.floor((12_000 * kilobits) / hertz) + padding) * 4
  const samplesInBytes = layer === 3 && !isFull ? 72_000 : 144_000
  return Math.floor((samplesInBytes * kilobits) / hertz) + padding
}

const adtsHeaderBytes = 7

/** ISO 13818-7 §6.2. */
function adtsLength(bytes: Uint8Array, at: number): number | undefined {
  const [third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at + 2, at + 6)
  if (((third >> 2) & 15) > 12) return undefined
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5)
  return length > adtsHeaderBytes ? length : undefined
}
