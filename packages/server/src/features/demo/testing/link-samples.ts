/**
 * Creates the files of demo works once and hard-links them for each server: composing audio and drawing covers took most of the test
 * time.
 */
import { link, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sampleFolderOf, sampleWorks } from '@koedana/fakes/demo/sample-works.ts'
import { fastTemporaryFolder } from '../../../testing/fast-temporary-folder.ts'
import { type WriteSamples, writeInThread } from '../write-in-thread.ts'

let written: Promise<string> | undefined

export const linkSamples: WriteSamples = async ({ folder, ids }) => {
  written ??= writeAll()
  const from = await written
  for (const work of sampleWorks()) {
    if (!ids.includes(work.id)) continue
    const { name } = sampleFolderOf(work)
    await rm(join(folder, name), { recursive: true, force: true })
    await linkAll(join(from, name), join(folder, name))
  }
}

/** Removes the files after the tests of a file. */
export async function removeSamples(): Promise<void> {
  const from = await written
  written = undefined
  if (from !== undefined) await rm(from, { recursive: true })
}

async function writeAll(): Promise<string> {
  const folder = await mkdtemp(join(fastTemporaryFolder(), 'koedana-samples-'))
  await writeInThread({ folder, ids: sampleWorks().map(({ id }) => id) })
  return folder
}

async function linkAll(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    await (entry.isDirectory() ? linkAll(source, target) : link(source, target))
  }
}
