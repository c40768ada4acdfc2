/** Writes cover, tracks and subtitles of one invented work. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { writeLyrics } from './lyrics.ts'
import { drawCover } from './scenery.ts'
import { composeSound, createMp3Writer, encodeWav, type Stereo, sampleRate, withTags } from './sound.ts'
import { type DemoFolder, type DemoTrack, type DemoWork, shortSoundCount } from './works.ts'

export async function writeCover({ id, title }: DemoWork, path: string): Promise<void> {
  await sharp(Buffer.from(drawCover(title.scene, id)))
    .jpeg({ quality: 86 })
    .toFile(path)
}

export interface Sounds {
  readonly mp3: readonly Uint8Array[]
  /** Only the short files are written as WAV, which is large. */
  readonly wav: readonly Uint8Array[]
  readonly seconds: readonly number[]
}

export async function composeSounds(count: number): Promise<Sounds> {
  const toMp3 = await createMp3Writer()
  const composed: Stereo[] = Array.from({ length: count }, (_, index) =>
    composeSound(`sound ${index}`, index < shortSoundCount ? 8 : 10 + ((index * 7) % 14)),
  )
  return {
    mp3: composed.map(toMp3),
    wav: composed.slice(0, shortSoundCount).map(encodeWav),
    seconds: composed.map(([left]) => left.length / sampleRate),
  }
}

export async function writeTracks(
  target: string,
  { work, files, sounds }: { work: DemoWork; files: DemoFolder; sounds: Sounds },
): Promise<void> {
  const inFolders = files.form === 'both'
  const folderOf = (format: 'mp3' | 'wav') => (inFolders ? join(target, format.toUpperCase()) : target)
  for (const format of ['mp3', 'wav'] as const) {
    if (files.form !== 'both' && files.form !== format) continue
    await mkdir(folderOf(format), { recursive: true })
    for (const [index, track] of files.tracks.entries()) {
      const bytes =
        format === 'mp3' ? taggedMp3(work, { track, index, sounds }) : numberedWav(sounds, { track, work })
      await writeFile(join(folderOf(format), `${track.name}.${format}`), bytes)
    }
  }
  for (const track of files.tracks) {
    if (!track.lyrics) continue
    const seconds = sounds.seconds[track.sound] ?? 0
    const words = writeLyrics(track.lyrics, {
      tongue: work.title.tongue,
      seed: work.id + track.name,
      seconds,
    })
    await writeFile(join(folderOf('mp3'), `${track.name}.${track.lyrics}`), words)
  }
}

function taggedMp3(
  work: DemoWork,
  { track, index, sounds }: { track: DemoTrack; index: number; sounds: Sounds },
) {
  const frames = sounds.mp3[track.sound] ?? new Uint8Array()
  return withTags(frames, {
    title: track.title,
    album: work.title[work.title.tongue],
    artist: work.artists.map(({ name }) => name).join(' / '),
    track: String(index + 1),
  })
}

/** Adds a comment chunk with the track's name: files must differ to be recognized after they are moved. */
function numberedWav(sounds: Sounds, { track, work }: { track: DemoTrack; work: DemoWork }): Uint8Array {
  const text = Buffer.from(`${work.id} ${track.name}`)
  const size = text.length + (text.length % 2)
  const chunk = Buffer.alloc(20 + size)
  chunk.write('LIST', 0)
  chunk.writeUInt32LE(12 + size, 4)
  chunk.write('INFOICMT', 8)
  chunk.writeUInt32LE(size, 16)
  text.copy(chunk, 20)
  const bytes = Buffer.concat([sounds.wav[track.sound] ?? new Uint8Array(), chunk])
  bytes.writeUInt32LE(bytes.length - 8, 4)
  return bytes
}
