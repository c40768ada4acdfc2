/** Writes an audiobook file: MP3 frames in an MPEG-4 container (ISO/IEC 14496-12), which browsers can play. */

/** Encodes MP3 frames without tags that all have one sample rate. */
export function encodeM4b(frames: Uint8Array): Uint8Array {
  const found = readFrames(frames)
  const ftyp = box('ftyp', text('M4B '), uint32(0), text('M4B mp42isom'))
  const moov = (offset: number) => movie({ ...found, offset })
  const offset = ftyp.length + moov(0).length + 8
  return Buffer.concat([ftyp, moov(offset), box('mdat', frames)])
}

interface Frames {
  /** Frame sizes in bytes. */
  readonly sizes: readonly number[]
  readonly sampleRate: number
  readonly samplesPerFrame: number
}

/** Splits MP3 data into frames. */
function readFrames(frames: Uint8Array): Frames {
  const [, kind = 0, rates = 0] = frames
  const isFull = (kind & 0x08) !== 0
  const sampleRate = (isFull ? [44_100, 48_000, 32_000] : [22_050, 24_000, 16_000])[(rates >> 2) & 3] ?? 0
  const samplesPerFrame = isFull ? 1152 : 576
  const sizes: number[] = []
  for (let at = 0; frames[at] === 0xff; at += sizes.at(-1) ?? 0) {
    const header = frames[at + 2] ?? 0
    const bitrate = (isFull ? fullBitrates : halfBitrates)[header >> 4] ?? 0
    sizes.push(Math.floor(((samplesPerFrame / 8) * bitrate * 1000) / sampleRate) + ((header >> 1) & 1))
  }
  return { sizes, sampleRate, samplesPerFrame }
}

/** Kilobits per second of layer III, by the index in the header. */
const fullBitrates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const halfBitrates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

interface Movie extends Frames {
  /** Offset of the first frame in the file. */
  readonly offset: number
}

function movie(given: Movie): Buffer {
  const { sizes, sampleRate, samplesPerFrame } = given
  const duration = sizes.length * samplesPerFrame
  const times = [uint32(0), uint32(0), uint32(sampleRate), uint32(duration)]
  const mvhd = full('mvhd', ...times, uint32(0x10000), uint16(0x100), zeros(10), matrix, zeros(24), uint32(2))
  const header = [uint32(0), uint32(0), uint32(1), uint32(0), uint32(duration), zeros(8)]
  const tkhd = box('tkhd', uint32(3), ...header, zeros(4), uint16(0x100), zeros(2), matrix, zeros(8))
  const mdhd = full('mdhd', ...times, uint16(0x55c4), zeros(2))
  const hdlr = full('hdlr', zeros(4), text('soun'), zeros(12), text('sound\0'))
  const dinf = box('dinf', full('dref', uint32(1), box('url ', uint32(1))))
  const minf = box('minf', full('smhd', zeros(4)), dinf, sampleTable(given))
  return box('moov', mvhd, box('trak', tkhd, box('mdia', mdhd, hdlr, minf)))
}

/** Puts all frames into one chunk. */
function sampleTable({ sizes, sampleRate, samplesPerFrame, offset }: Movie): Buffer {
  const sound = [zeros(6), uint16(1), zeros(8), uint16(2), uint16(16), zeros(4), uint32(sampleRate * 0x10000)]
  return box(
    'stbl',
    full('stsd', uint32(1), box('mp4a', ...sound, full('esds', mp3Descriptor))),
    full('stts', uint32(1), uint32(sizes.length), uint32(samplesPerFrame)),
    full('stsc', uint32(1), uint32(1), uint32(sizes.length), uint32(1)),
    full('stsz', uint32(0), uint32(sizes.length), ...sizes.map(uint32)),
    full('stco', uint32(1), uint32(offset)),
  )
}

/** Declares the samples as MP3 (object type 0x6b). */
const mp3Descriptor = Buffer.from([
  ...[0x03, 21, 0, 1, 0],
  ...[0x04, 13, 0x6b, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ...[0x06, 1, 2],
])

const matrix = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(uint32))

function box(name: string, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([uint32(body.length + 8), text(name), body])
}

/** Returns a box with version 0 and no flags. */
const full = (name: string, ...parts: readonly Uint8Array[]) => box(name, uint32(0), ...parts)

const text = (words: string) => Buffer.from(words, 'latin1')
const zeros = (length: number) => Buffer.alloc(length)

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value % 2 ** 32)
  return bytes
}
