/** Sounds as files: WAV, and MP3 with tags. */
import { createMp3Encoder } from 'wasm-media-encoders'
import { type Stereo, sampleRate } from './sound.ts'

/** 16 bit stereo. */
export function encodeWav([left, right]: Stereo): Uint8Array {
  const bytes = Buffer.alloc(44 + left.length * 4)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(2, 22)
  bytes.writeUInt32LE(sampleRate, 24)
  bytes.writeUInt32LE(sampleRate * 4, 28)
  bytes.writeUInt16LE(4, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(left.length * 4, 40)
  for (let index = 0; index < left.length; index += 1) {
    bytes.writeInt16LE(Math.round((left[index] ?? 0) * 32767), 44 + index * 4)
    bytes.writeInt16LE(Math.round((right[index] ?? 0) * 32767), 46 + index * 4)
  }
  return bytes
}

/** Answers frames without tags; the encoder is reused. */
export async function createMp3Writer(): Promise<(sound: Stereo) => Uint8Array> {
  const encoder = await createMp3Encoder()
  return (sound) => {
    encoder.configure({ sampleRate, channels: 2, bitrate: 64 })
    // The encoder hands out views of its own memory, which the next call overwrites.
    const frames = Buffer.from(encoder.encode(sound))
    return Buffer.concat([frames, encoder.finalize()])
  }
}

export interface Tags {
  readonly title: string
  readonly album: string
  readonly artist: string
  readonly track: string
}

/** Puts an ID3v2.3 tag before the frames. */
export function withTags(frames: Uint8Array, { title, album, artist, track }: Tags): Uint8Array {
  const body = Buffer.concat([
    textFrame('TIT2', title),
    textFrame('TALB', album),
    textFrame('TPE1', artist),
    textFrame('TRCK', track),
  ])
  const header = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...sevenBits(body.length)])
  return Buffer.concat([header, body, frames])
}

/** UTF-16 with a byte order mark. */
function textFrame(name: string, text: string): Buffer {
  const content = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  const header = Buffer.alloc(10)
  header.write(name, 0)
  header.writeUInt32BE(content.length, 4)
  return Buffer.concat([header, content])
}

/** Sizes in the tag's header use seven bits a byte. */
const sevenBits = (size: number) => [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f)
