/**
 * Writes the demo library: sixty invented all-ages works with covers and audio, the same on every machine. `library` has the works with
 * files, `covers` the covers of the others, and `feed.jsonl` lists all.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { feedLine } from './feed-line.ts'
import { type DemoFolder, demoWorks, folderOf, soundCount } from './works.ts'
import { composeSounds, writeCover, writeTracks } from './write-work.ts'

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

/** Raise this if the output changes; older libraries are then written again. */
const shelfVersion = '2'

/** Writes the library, or only describes it if it is up to date. */
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
  const sounds = await composeSounds(soundCount)
  for (const { work, files } of folders) {
    const target = files ? join(shelf.libraryFolder, files.name) : shelf.coversFolder
    await mkdir(target, { recursive: true })
    await writeCover(work, files ? join(target, 'cover.jpg') : join(target, `${work.id}.jpg`))
    if (files) await writeTracks(target, { work, files, sounds })
  }
  // Written last, so that a half-written library is not reused.
  await writeFile(stamp, shelfVersion)
  return shelf
}

const trackFileCount = (files: DemoFolder | undefined) =>
  files ? files.tracks.length * (files.form === 'both' ? 2 : 1) : 0
