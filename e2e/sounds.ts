/** Creates audio files for tests, and reads the state of the player. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { encodeM4b } from '@koedana/fakes/demo/m4b.ts'
import { composeSound, createMp3Writer, encodeWav } from '@koedana/fakes/demo/sound.ts'
import type { Page } from 'playwright-core'

/**
 * Writes files below a folder: audio if the name ends in mp3, m4b, wav or aiff, otherwise text. `seconds` is the length of each audio
 * file.
 */
export async function writeSounds(folder: string, paths: readonly string[], seconds = 4): Promise<void> {
  const toMp3 = await createMp3Writer()
  for (const path of paths) {
    const sound = composeSound(path.replace(/.*\//, ''), seconds)
    const encode = {
      mp3: () => toMp3(sound),
      m4b: () => encodeM4b(toMp3(sound)),
      wav: () => encodeWav(sound),
      aiff: () => encodeAiff(encodeWav(sound)),
    }[path.slice(path.lastIndexOf('.') + 1)]
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), encode?.() ?? 'no sound')
  }
}

/** Converts a WAV file to AIFF, which Chromium cannot play. */
function encodeAiff(wav: Uint8Array): Uint8Array {
  const samples = Buffer.from(wav.subarray(44)).swap16()
  const comm = Buffer.from('COMM\0\0\0\x12\0\x02\0\0\0\0\0\x10\x40\x0d\xfa\0\0\0\0\0\0\0', 'latin1')
  comm.writeUInt32BE(samples.length / 4, 10)
  const ssnd = Buffer.alloc(16)
  ssnd.write('SSND')
  ssnd.writeUInt32BE(samples.length + 8, 4)
  const form = Buffer.alloc(12)
  form.write('FORM')
  form.writeUInt32BE(4 + comm.length + ssnd.length + samples.length, 4)
  form.write('AIFF', 8)
  return Buffer.concat([form, comm, ssnd, samples])
}

/** The player's audio elements are not in the document. This replaces the page's constructor to keep the one that played last. */
export async function keepAudio(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const Original = window.Audio
    window.Audio = class extends Original {
      constructor() {
        super()
        this.addEventListener('play', () => Reflect.set(window, 'audioUnderTest', this))
      }
    }
  })
}

export function audioOf(
  page: Page,
  property: 'currentTime' | 'duration' | 'volume' | 'playbackRate',
): Promise<number> {
  return page.evaluate(
    (name) => Number(Reflect.get(Reflect.get(window, 'audioUnderTest') ?? {}, name) ?? 0),
    property,
  )
}

/** Returns the queue as `folder/title.format`, starting with the current track. */
export function queueOf(page: Page): Promise<string[]> {
  return page.evaluate((name) => {
    const { items = [], index = 0 } = JSON.parse(localStorage.getItem(name) ?? '{}')
    return items
      .slice(index)
      .map(({ track }: { track: Record<'folder' | 'title' | 'format', string> }) =>
        `${track.folder}/${track.title}.${track.format}`.replace(/^\//, ''),
      )
  }, 'player.queue')
}
