/** Writes the files of the sample works. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sampleFolderOf, sampleSoundCount } from './sample-works.ts'
import type { DemoWork } from './works.ts'
import { composeSounds, writeCover, writeTracks } from './write-work.ts'

/** Writes each work into a folder of its own below `folder`, replacing that folder only. */
export async function writeSampleShelf(folder: string, works: readonly DemoWork[]): Promise<void> {
  const sounds = await composeSounds(sampleSoundCount)
  for (const work of works) {
    const files = sampleFolderOf(work)
    const target = join(folder, files.name)
    await rm(target, { recursive: true, force: true })
    await mkdir(target, { recursive: true })
    await writeCover(work, join(target, 'cover.jpg'))
    await writeTracks(target, { work, files, sounds })
  }
}
