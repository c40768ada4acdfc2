// @module-tag large
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLocalStorage } from '../../storages/local/local-storage.ts'
import type { OpenFile } from '../../storages/storage.ts'
import { ffmpegTool, hasFfmpeg, probeTool } from '../testing/ffmpeg.ts'
import { sound } from '../testing/library.ts'
import { createTrackConverter, type TrackConverter, type TrackConverterOptions } from './forms.ts'

let folder: string
let forms: TrackConverter
const open = (options: Partial<TrackConverterOptions> = {}): TrackConverter => {
  forms = createTrackConverter({
    folder: join(folder, 'forms'),
    ffmpegPath: 'ffmpeg',
    openMade: (path) => openLocalStorage(join(folder, 'forms')).open(path.slice(path.lastIndexOf('/') + 1)),
    ...options,
  })
  return forms
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'koedana-forms-'))
})
afterEach(async () => {
  await forms.close()
  rmSync(folder, { recursive: true })
})

const made = () => {
  try {
    return readdirSync(join(folder, 'forms'))
  } catch {
    return []
  }
}
const put = (name: string, bytes: Uint8Array | string) => writeFileSync(join(folder, name), bytes)
const wanted = (name: string, form: 'opus-96' | 'aac-128' = 'opus-96') => ({
  id: name,
  name,
  form,
  openSource: () => openLocalStorage(folder).open(name),
})
const bytesOf = async (file: OpenFile | undefined): Promise<Uint8Array> => {
  if (!file) throw new Error('it was not made')
  const bytes = await file.read({ start: 0, end: file.sizeBytes - 1 })
  await file.close()
  return bytes
}
const probed = (bytes: Uint8Array): string => {
  put('probed', bytes)
  const args = [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_name,channels:format=duration',
    '-of',
    'csv=p=0',
  ]
  return probeTool(...args, join(folder, 'probed'))
}

test('without the program nothing is offered, and nothing made', async () => {
  open({ ffmpegPath: join(folder, 'nothing') })
  put('a.wav', sound('a', 1))
  expect(await forms.program()).toBe(undefined)
  expect(await forms.open(wanted('a.wav'))).toBe(undefined)
})

describe.skipIf(!hasFfmpeg)('with ffmpeg', () => {
  test('a FLAC becomes Opus and AAC, as long as it was, and the same file every time', async () => {
    put('in.wav', sound('a', 4))
    ffmpegTool('-i', join(folder, 'in.wav'), join(folder, 'a.flac'))
    open()
    const first = await forms.open(wanted('a.flac'))
    const opus = await bytesOf(first)
    expect(probed(opus)).toMatch(/^opus,\d\n(?:3\.9|4\.0)/)
    const again = await forms.open(wanted('a.flac'))
    expect(again?.etag).toBe(first?.etag)
    expect(Buffer.from(await bytesOf(again)).equals(opus)).toBe(true)
    expect(made()).toHaveLength(1)
    rmSync(join(folder, 'forms'), { recursive: true })
    expect(Buffer.from(await bytesOf(await forms.open(wanted('a.flac')))).equals(opus)).toBe(true)
    const aac = await forms.open(wanted('a.flac', 'aac-128'))
    expect(aac?.etag).not.toBe(first?.etag)
    expect(probed(await bytesOf(aac))).toMatch(/^aac,\d\n(?:3\.9|4\.)/)
  })

  test.each(['wma', 'aiff', 'wv', 'mp2'])(
    'a recording in %s, which no browser plays, becomes Opus',
    async (format) => {
      put('in.wav', sound('a', 2))
      ffmpegTool('-i', join(folder, 'in.wav'), join(folder, `a.${format}`))
      open()
      expect(probed(await bytesOf(await forms.open(wanted(`a.${format}`))))).toMatch(
        /^opus,\d\n(?:1\.9|2\.[01])/,
      )
    },
  )

  test('one whose directory stands behind its sound can be read, too', async () => {
    put('in.wav', sound('a', 2))
    ffmpegTool('-i', join(folder, 'in.wav'), '-c:a', 'aac', join(folder, 'a.m4a'))
    open()
    expect(probed(await bytesOf(await forms.open(wanted('a.m4a'))))).toMatch(/^opus,\d\n2\.0|^opus,\d\n1\.9/)
    expect(made()).toHaveLength(1)
  })

  test('two who ask at once cause one conversion', async () => {
    put('a.wav', sound('a', 2))
    open()
    let opened = 0
    const one = wanted('a.wav')
    const counted = {
      ...one,
      openSource: () => {
        opened += 1
        return one.openSource()
      },
    }
    const files = await Promise.all([forms.open(counted), forms.open(counted)])
    expect(new Set(files.map((file) => file?.etag)).size).toBe(1)
    for (const file of files) await file?.close()
    // Each call opened the source to read its facts, and one to convert it.
    expect(opened).toBe(3)
  })

  test('one that nobody waits for is ended, and leaves nothing', async () => {
    put('a.wav', longSound())
    open()
    const gone = new AbortController()
    const waiting = forms.open(wanted('a.wav'), gone.signal)
    const ended = expect(waiting).rejects.toMatchObject({ fault: 'unavailable' })
    while (made().length === 0) await setTimeout(5)
    gone.abort()
    await ended
    while (made().length > 0) await setTimeout(5)
  })

  test('a server that ends leaves no half file, and removes what another left', async () => {
    put('a.wav', longSound())
    open()
    const waiting = forms.open(wanted('a.wav'))
    const ended = expect(waiting).rejects.toMatchObject({ fault: 'unavailable' })
    while (made().length === 0) await setTimeout(5)
    await forms.close()
    await ended
    expect(made()).toEqual([])
    put('forms/left.part', 'half')
    open()
    expect(made()).toEqual([])
  })

  test('what was requested last stays within the bound', async () => {
    open({ maxBytes: 40_000 })
    const sizes: number[] = []
    for (const name of ['a.wav', 'b.wav', 'c.wav', 'd.wav']) {
      put(name, sound(name, 1.5))
      sizes.push((await bytesOf(await forms.open(wanted(name)))).length)
      await setTimeout(20)
    }
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(40_000)
    const kept = made().map((name) => readFileSync(join(folder, 'forms', name)).length)
    expect(kept.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(40_000)
    expect(kept.at(0)).toBeGreaterThan(0)
  })

  test.each([
    ['a playlist', '#EXTM3U\n#EXTINF:1,\nsecret.wav\n'],
    ['a list of parts', "ffconcat version 1.0\nfile 'secret.wav'\n"],
    ['nothing', ''],
    ['noise', 'abc'.repeat(9_000)],
  ])('%s is no sound, and leads to no other file', async (_, content) => {
    put('secret.wav', sound('secret', 1))
    for (const name of ['a.wav', 'a.m4a']) {
      put(name, content)
      open()
      await expect(forms.open(wanted(name))).rejects.toMatchObject({ fault: 'damaged' })
      expect(made()).toEqual([])
    }
  })
})

/** An hour, which takes longer to convert than the test needs to cancel it. */
function longSound(): Buffer {
  const one = Buffer.from(sound('long', 1))
  const samples = one.subarray(44)
  const all = Buffer.concat([one.subarray(0, 44), ...new Array<Buffer>(3_600).fill(samples)])
  all.writeUInt32LE(all.length - 8, 4)
  all.writeUInt32LE(all.length - 44, 40)
  return all
}
