/**
 * The demo shelf: sixty invented all-ages works with covers and soft sounds, the same on every machine.
 * Works in the library lie as folders below `library`; the covers of the others lie in `covers`; `feed.jsonl` has all.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { feedLine } from './feed-line.ts'
import { writeLyrics } from './lyrics.ts'
import { drawCover } from './scenery.ts'
import { composeSound, createMp3Writer, encodeWav, type Stereo, sampleRate, withTags } from './sound.ts'
import {
  type DemoFolder,
  type DemoTrack,
  type DemoWork,
  demoWorks,
  folderOf,
  shortSoundCount,
  soundCount,
} from './works.ts'

export interface DemoShelf {
  /** A folder to scan with age `all`. */
  readonly libraryFolder: string
  /** `{id}.jpg` for works without files. */
  readonly coversFolder: string
  readonly feedFile: string
  readonly workCount: number
  readonly libraryCount: number
  readonly trackCount: number
}

/** Changes whenever the shelf would come out differently: an older one is made anew. */
const shelfVersion = '2'

/** Writes the shelf, or only describes the one that is already there. */
export async function writeDemoShelf(folder: string): Promise<DemoShelf> {
  const works = demoWorks()
  const folders = works.map((work, index) => ({
    work,
    files: work.isInLibrary ? folderOf(work, index) : undefined,
  }))
  const shelf: DemoShelf = {
    libraryFolder: join(folder, 'library'),
    coversFolder: join(folder, 'covers'),
    feedFile: join(folder, 'feed.jsonl'),
    workCount: works.length,
    libraryCount: works.filter(({ isInLibrary }) => isInLibrary).length,
    trackCount: folders.reduce((sum, { files }) => sum + trackFileCount(files), 0),
  }
  const stamp = join(folder, 'version.txt')
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === shelfVersion) return shelf
  await Promise.all(
    [shelf.libraryFolder, shelf.coversFolder].map((old) => rm(old, { recursive: true, force: true })),
  )
  await mkdir(shelf.coversFolder, { recursive: true })
  await writeFile(shelf.feedFile, works.map((work) => `${feedLine(work)}\n`).join(''))
  const sounds = await composeSounds()
  for (const { work, files } of folders) {
    const target = files ? join(shelf.libraryFolder, files.name) : shelf.coversFolder
    await mkdir(target, { recursive: true })
    await writeCover(work, files ? join(target, 'cover.jpg') : join(target, `${work.id}.jpg`))
    if (files) await writeTracks(target, { work, files, sounds })
  }
  // Last, so that a shelf half written is not taken for a whole one.
  await writeFile(stamp, shelfVersion)
  return shelf
}

const trackFileCount = (files: DemoFolder | undefined) =>
  files ? files.tracks.length * (files.form === 'both' ? 2 : 1) : 0

async function writeCover({ id, title }: DemoWork, path: string): Promise<void> {
  await sharp(Buffer.from(drawCover(title.scene, id)))
    .jpeg({ quality: 86 })
    .toFile(path)
}

interface Sounds {
  readonly mp3: readonly Uint8Array[]
  /** The short sounds alone come as WAV: uncompressed files are large. */
  readonly wav: readonly Uint8Array[]
  readonly seconds: readonly number[]
}

async function composeSounds(): Promise<Sounds> {
  const toMp3 = await createMp3Writer()
  const composed: Stereo[] = Array.from({ length: soundCount }, (_, index) =>
    composeSound(`sound ${index}`, index < shortSoundCount ? 8 : 10 + ((index * 7) % 14)),
  )
  return {
    mp3: composed.map(toMp3),
    wav: composed.slice(0, shortSoundCount).map(encodeWav),
    seconds: composed.map(([left]) => left.length / sampleRate),
  }
}

async function writeTracks(
  target: string,
  { work, files, sounds }: { work: DemoWork; files: DemoFolder; sounds: Sounds },
): Promise<void> {
  const inFolders = files.form === 'both'
  const place = (format: 'mp3' | 'wav') => (inFolders ? join(target, format.toUpperCase()) : target)
  for (const format of ['mp3', 'wav'] as const) {
    if (files.form !== 'both' && files.form !== format) continue
    await mkdir(place(format), { recursive: true })
    for (const [index, track] of files.tracks.entries()) {
      const bytes =
        format === 'mp3' ? taggedMp3(work, { track, index, sounds }) : numberedWav(sounds, { track, work })
      await writeFile(join(place(format), `${track.name}.${format}`), bytes)
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
    await writeFile(join(place('mp3'), `${track.name}.${track.lyrics}`), words)
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

/** Files must differ to be told apart after a move: a comment behind the sound names the track. */
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
