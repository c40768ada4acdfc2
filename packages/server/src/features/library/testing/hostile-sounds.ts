import { createHash } from 'node:crypto'

/** Returns pseudorandom bytes, equal for equal seeds. */
export function noise(seed: string, bytes: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes / 32) }, (_, at) =>
    createHash('sha256').update(`${seed} ${at}`).digest(),
  )
  return Buffer.concat(blocks).subarray(0, bytes)
}

/** A FLAC that claims a duration (16-bit stereo, 44,100 Hz), followed by empty metadata blocks. */
export function flacOfEmptyBlocks(blocks: number, seconds = 1): Buffer {
  const info = Buffer.alloc(34)
  info.writeUInt16BE(4096, 0)
  info.writeUInt16BE(4096, 2)
  const samples = BigInt(Math.round(seconds * 44_100))
  info.writeBigUInt64BE((44_100n << 44n) | (1n << 41n) | (15n << 36n) | samples, 10)
  const empty = Buffer.alloc(blocks * 4)
  for (let at = 0; at < empty.length; at += 4) empty[at] = 1
  return Buffer.concat([
    Buffer.from('fLaC'),
    Buffer.from([0, 0, 0, 34]),
    info,
    empty,
    Buffer.from([0x81, 0, 0, 0]),
  ])
}

/** The shortest possible ADTS frames, 44,100 Hz stereo. */
export function shortAdtsFrames(frames: number): Buffer {
  const frame = Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x01, 0x1f, 0xfc, 0])
  return Buffer.alloc(frames * frame.length, frame)
}

/** Noise with a fake ADTS frame header every 8 bytes. */
export function noiseOfAdts(seed: string, bytes: number): Buffer {
  const all = Buffer.from(noise(seed, bytes))
  for (let at = 0; at + 1 < all.length; at += 8) all.set([0xff, 0xf1], at)
  return all
}

/** Silent 8-bit mono WAV. */
export function silentWav(sampleRate: number, bytes: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(sampleRate, 24)
  head.writeUInt32LE(sampleRate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(bytes, 40)
  return Buffer.concat([head, Buffer.alloc(bytes)])
}

/** Silent MP3 frames of 128 kbit/s. */
export function silentMp3Frames(frames: number): Buffer {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0x64])
  return Buffer.alloc(frames * frame.length, frame)
}
