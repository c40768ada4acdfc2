/** Composes soft audio (a chord, weather, a bell) and writes it as WAV or as MP3 with tags. */

import { createMp3Encoder } from 'wasm-media-encoders'
import { seeded } from './random.ts'

export const sampleRate = 32_000

export type Stereo = readonly [Float32Array, Float32Array]

/** The same seed gives the same audio. Peaks stay below 0.7, and both ends fade. */
export function composeSound(seed: string, seconds: number): Stereo {
  const length = Math.round(seconds * sampleRate)
  const sound: Stereo = [new Float32Array(length), new Float32Array(length)]
  const root = 98 * 2 ** (seeded(`root ${seed}`).whole(0, 7) / 12)
  addPad(sound, seed, root)
  addWeather(sound, seed)
  addBells(sound, seed, root)
  soften(sound)
  return sound
}

/** Intervals of a major pentatonic scale, in semitones. */
const scale = [0, 2, 4, 7, 9] as const

function addPad([left, right]: Stereo, seed: string, root: number): void {
  const random = seeded(`pad ${seed}`)
  for (const semitones of [0, 7, 16]) {
    const step = (Math.PI * 2 * root * 2 ** (semitones / 12)) / sampleRate
    const breath = (Math.PI * 2 * random.between(0.06, 0.14)) / sampleRate
    const phase = random.between(0, 6)
    for (let index = 0; index < left.length; index += 1) {
      const level = 0.055 * (1 + 0.6 * Math.sin(breath * index + phase))
      left[index] = (left[index] ?? 0) + level * Math.sin(step * index)
      right[index] = (right[index] ?? 0) + level * Math.sin(step * 1.002 * index + phase)
    }
  }
}

/** Adds filtered noise that swells like rain or waves. */
function addWeather(sound: Stereo, seed: string): void {
  const random = seeded(`weather ${seed}`)
  const [smoothing, level] = [random.between(0.02, 0.25), random.between(0.05, 0.16)]
  const swell = (Math.PI * 2 * random.between(0.08, 0.25)) / sampleRate
  for (const channel of sound) {
    let low = 0
    for (let index = 0; index < channel.length; index += 1) {
      low += smoothing * (random.next() * 2 - 1 - low)
      const gain = (level * (1 + 0.5 * Math.sin(swell * index))) / Math.sqrt(smoothing)
      channel[index] = (channel[index] ?? 0) + low * gain * 0.6
    }
  }
}

function addBells([left, right]: Stereo, seed: string, root: number): void {
  const random = seeded(`bells ${seed}`)
  const decay = Math.round(2.2 * sampleRate)
  for (
    let start = sampleRate;
    start < left.length - decay;
    start += Math.round(random.between(0.7, 2.4) * sampleRate)
  ) {
    const step = (Math.PI * 2 * root * 4 * 2 ** (random.pick(scale) / 12)) / sampleRate
    const pan = random.between(0.25, 0.75)
    for (let index = 0; index < decay; index += 1) {
      const attack = Math.min(1, index / 600)
      const tone = 0.12 * attack * Math.exp((-4.5 * index) / decay) * Math.sin(step * index)
      left[start + index] = (left[start + index] ?? 0) + tone * (1 - pan)
      right[start + index] = (right[start + index] ?? 0) + tone * pan
    }
  }
}

/** Fades both ends and limits peaks. */
function soften(sound: Stereo): void {
  const fade = sampleRate
  for (const channel of sound) {
    for (let index = 0; index < channel.length; index += 1) {
      const edge = Math.min(1, index / fade, (channel.length - 1 - index) / fade)
      channel[index] = 0.7 * Math.tanh((channel[index] ?? 0) * 1.4) * edge
    }
  }
}

/** Encodes 16-bit stereo. */
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

/** Returns an encoder that writes frames without tags. */
export async function createMp3Writer(): Promise<(sound: Stereo) => Uint8Array> {
  const encoder = await createMp3Encoder()
  return (sound) => {
    encoder.configure({ sampleRate, channels: 2, bitrate: 64 })
    // The encoder returns views of its own memory, which the next call overwrites.
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

/** Encodes UTF-16 with a byte order mark. */
function textFrame(name: string, text: string): Buffer {
  const content = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  const header = Buffer.alloc(10)
  header.write(name, 0)
  header.writeUInt32BE(content.length, 4)
  return Buffer.concat([header, content])
}

/** Sizes in ID3 headers use seven bits per byte. */
const sevenBits = (size: number) => [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f)
