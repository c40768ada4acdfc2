import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  flacOfEmptyBlocks,
  noise,
  noiseOfAdts,
  shortAdtsFrames,
  silentMp3Frames,
  silentWav,
} from '../../testing/hostile-sounds.ts'
import { picture, sound } from '../../testing/library.ts'
import { createSoundReader, type SoundReader, type SoundReaderOptions } from './sound-reader.ts'

let folder: string
let reader: SoundReader | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'koedana-sounds-'))
})

afterEach(async () => {
  await reader?.close()
  rmSync(folder, { recursive: true })
})

function put(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

function open(options?: SoundReaderOptions): SoundReader {
  reader = createSoundReader(options)
  return reader
}

const lots = { bytes: 2 ** 40, cpuMs: 2 ** 40 }

test('a file that takes too much of the processor, or too many bytes, is given up; the next one is read', async () => {
  const hard = put('a.flac', flacOfEmptyBlocks(200_000))
  const easy = put('b.wav', sound('b', 2))
  const budgets = { tags: { bytes: 2 ** 40, cpuMs: 1 }, frames: lots }
  expect(await open({ budgets }).sound(hard)).toMatchObject({ fault: 'overBudget', durationSeconds: null })
  expect(await reader?.sound(easy)).toMatchObject({ fault: undefined, durationSeconds: 2 })
  await reader?.close()
  const few = { tags: { bytes: 200_000, cpuMs: 2 ** 40 }, frames: lots }
  expect(await open({ budgets: few }).sound(hard)).toMatchObject({ fault: 'overBudget' })
  expect(await reader?.sound(easy)).toMatchObject({ fault: undefined, durationSeconds: 2 })
})

test('a parser that asks for nothing any more is ended with its thread', async () => {
  const hard = put('a.flac', flacOfEmptyBlocks(2_000_000))
  const easy = put('b.wav', sound('b', 2))
  const { sound: read } = open({ budgets: { tags: lots, frames: lots }, maxWaitMs: 200 })
  const first = await read(hard)
  expect(first).toMatchObject({ fault: 'overBudget', durationSeconds: null })
  expect(await read(hard)).toEqual(first)
  await reader?.close()
  expect(await open().sound(easy)).toMatchObject({ fault: undefined, durationSeconds: 2 })
})

test('of a sound whose frames take too long to count only the length is unknown', async () => {
  const path = put('a.aac', shortAdtsFrames(200_000))
  const budgets = { tags: lots, frames: { bytes: 2 ** 40, cpuMs: 1 } }
  expect(await open({ budgets }).sound(path)).toMatchObject({ fault: undefined, durationSeconds: null })
})

test('what is no sound is none, whatever its name says', async () => {
  const { sound: read } = open()
  const names = ['mp3', 'aac', 'flac', 'ogg', 'opus', 'm4a', 'wav', 'webm']
  for (const format of names) {
    for (const bytes of [200, 3_000, 300_000]) {
      const path = put(`${bytes}.${format}`, noise(`${format}${bytes}`, bytes))
      expect([path, await read(path)]).toEqual([
        path,
        expect.objectContaining({ fault: expect.stringMatching(/^(?:notAudio|brokenAudio)$/) }),
      ])
    }
  }
})

test('MPEG frames are heard behind tags and padding, and where there are but a few', async () => {
  const { sound: read } = open()
  const tag = Buffer.concat([Buffer.from('ID3\u0003\0\0'), Buffer.from([0, 0, 8, 0]), Buffer.alloc(1024)])
  expect(await read(put('a.mp3', silentMp3Frames(4)))).toMatchObject({ fault: undefined })
  expect(
    await read(put('b.mp3', Buffer.concat([tag, Buffer.alloc(9_000), silentMp3Frames(100)]))),
  ).toMatchObject({
    fault: undefined,
    durationSeconds: expect.closeTo(2.6, 0),
  })
})

test('of names in tags no more is kept than a name may be long, and no more of them than a cast has', async () => {
  const frame = (id: string, text: string) => {
    const bytes = Buffer.concat([Buffer.from([0]), Buffer.from(text, 'latin1')])
    const head = Buffer.alloc(10)
    head.write(id)
    head.writeUInt32BE(bytes.length, 4)
    return Buffer.concat([head, bytes])
  }
  const frames = Buffer.concat([
    frame('TALB', 'album'.repeat(400_000)),
    frame('TPE1', 'voice/'.repeat(10_000)),
  ])
  const size = [21, 14, 7, 0].map((bits) => (frames.length >> bits) & 0x7f)
  const tagged = Buffer.concat([
    Buffer.from('ID3\u0003\0\0'),
    Buffer.from(size),
    frames,
    silentMp3Frames(100),
  ])
  const read = await open().sound(put('a.mp3', tagged))
  if (typeof read !== 'object') throw new Error('it was not read')
  expect(read.fault).toBeUndefined()
  expect(read.album).toBe('album'.repeat(100))
  expect(read.artists.length).toBeLessThanOrEqual(100)
})

test('a length that cannot be true is unknown', async () => {
  const { sound: read } = open()
  expect(await read(put('a.flac', flacOfEmptyBlocks(10, 320_140)))).toMatchObject({
    fault: undefined,
    durationSeconds: null,
  })
})

test('a length that is too short for its bytes is unknown; pictures and padding are no sound', async () => {
  const { sound: read } = open()
  const second = flacOfEmptyBlocks(0)
  const known = { fault: undefined, durationSeconds: 1 }
  const unknown = { fault: undefined, durationSeconds: null }
  expect(await read(put('a.flac', Buffer.concat([second, noise('a', 4_194_304)])))).toMatchObject(unknown)
  const padding = Buffer.alloc(4 + 4_194_304)
  padding.set([1, 0x40, 0, 0])
  const padded = Buffer.concat([second.subarray(0, 42), padding, second.subarray(42), noise('a', 80_000)])
  expect(await read(put('b.flac', padded))).toMatchObject(known)
  expect(await read(put('c.aac', noiseOfAdts('c', 1_048_576)))).toMatchObject({ fault: 'notAudio' })
})

test('a length at a sample rate that no sound has is unknown', async () => {
  const { sound: read } = open()
  expect(await read(put('a.wav', silentWav(1, 320_000)))).toMatchObject({
    fault: undefined,
    durationSeconds: null,
  })
  expect(await read(put('b.wav', silentWav(8_000, 320_000)))).toMatchObject({ durationSeconds: 40 })
})

test('the picture inside a sound is found within the budget, and none beyond it', async () => {
  const cover = await picture('#336')
  const head = Buffer.alloc(32)
  head.writeUInt32BE(3, 0)
  head.writeUInt32BE(0, 4)
  head.writeUInt32BE(cover.length, 28)
  const block = Buffer.concat([head, cover])
  const flac = flacOfEmptyBlocks(0)
  const withCover = Buffer.concat([
    flac.subarray(0, 42),
    Buffer.from([6, 0, block.length >> 8, block.length & 255]),
    block,
    flac.subarray(42),
  ])
  const path = put('a.flac', withCover)
  expect(await open().picture(path)).toEqual(new Uint8Array(cover))
  expect(await reader?.picture(join(folder, 'none.flac'))).toBeUndefined()
})

test('a file that is written to all the time is left alone, and read once it is quiet', async () => {
  const path = put('a.wav', sound('a', 1))
  const writer = new Worker(
    "const { writeFileSync } = require('node:fs'); const { workerData } = require('node:worker_threads'); for (;;) writeFileSync(workerData.path, workerData.bytes)",
    { eval: true, workerData: { path, bytes: sound('b', 2) } },
  )
  await new Promise((resolve) => writer.once('online', resolve))
  const busy = open()
  // On a loaded machine, the writer may pause as long as one attempt to read takes.
  await vi.waitFor(async () => expect(await busy.sound(path)).toBe('changing'), {
    timeout: 20_000,
    interval: 10,
  })
  await writer.terminate()
  writeFileSync(path, sound('b', 2))
  expect(await reader?.sound(path)).toMatchObject({ fault: undefined, durationSeconds: 2 })
})
