/** Sounds that nobody meant to be heard. */
import { createHash } from 'node:crypto'

/** The same for every seed. */
export function noise(seed: string, bytes: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes / 32) }, (_, at) =>
    createHash('sha256').update(`${seed} ${at}`).digest(),
  )
  return Buffer.concat(blocks).subarray(0, bytes)
}

/** A FLAC that claims a length, 16 bit stereo at 44,100 Hz, with blocks of metadata that hold nothing. */
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

/** ADTS frames, as short as can be: 44,100 Hz stereo. */
export function shortAdtsFrames(frames: number): Buffer {
  const frame = Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x01, 0x1f, 0xfc, 0])
  return Buffer.alloc(frames * frame.length, frame)
}

/** MP3 frames of 128 kbit/s without sound. */
export function mp3Frames(frames: number): Buffer {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0x64])
  return Buffer.alloc(frames * frame.length, frame)
}
