/** Makes the AVIF of a cover from its original, and stores it next to the WebP. */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isEnoent } from '../../../lib/enoent.ts'
import { createDraftPath } from './drafts.ts'
import { fitCover, openPicture, pictureFormats } from './make-cover.ts'

export interface AvifJob {
  /** `{coversFolder}/{workId}/{version}` */
  readonly folder: string
  readonly width: number
}

export const avifName = (width: number | string): string => `${width}.avif`

/** Throws if the original is unreadable; does nothing if the cover was deleted. */
export async function makeAvif({ folder, width }: AvifJob): Promise<void> {
  try {
    const name = (await readdir(folder)).find((one) => originals.has(one))
    if (name === undefined) return
    const { image } = await openPicture(await readFile(join(folder, name)))
    // More effort takes many times as long and saves a few percent.
    const bytes = await fitCover(image, width).avif({ quality: 50, effort: 2 }).toBuffer()
    await writeAtomically(
      join(folder, avifName(width)),
      await createDraftPath(dirname(dirname(folder))),
      bytes,
    )
  } catch (error) {
    if (!isEnoent(error)) throw error
  }
}

const originals = new Set<string>(pictureFormats.map((format) => `original.${format}`))

async function writeAtomically(target: string, draft: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(draft, bytes)
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
