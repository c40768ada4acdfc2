/** Folders with sounds that were made for a test, and what the player does with them. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { encodeM4b } from '@koedana/fakes/demo/m4b.ts'
import { composeSound, createMp3Writer, encodeWav } from '@koedana/fakes/demo/sound.ts'
import type { Page } from 'playwright-core'

/** Writes files below a folder: sounds by what their names say (mp3, m4b, wav, aiff), of some seconds, anything else as a text. */
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

/** Returns the samples of a WAV in an AIFF, which Chromium does not play. */
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

/** The elements are never in the document: the page's own constructor hands that to the test which played last. */
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

/** The files in the queue, as `folder/title.format`, from where it plays. */
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
