/** Reads the chapters of a Matroska file, which the tag parser ignores. Needs few reads, wherever they are. */
import { BudgetedFile, type GivenFile, type ReadBudget } from './budgeted-file.ts'
import type { TaggedChapter } from './chapters.rules.ts'
import {
  chaptersOfMatroska,
  chaptersPosition,
  type Element,
  elementAt,
  ids,
  maxHeaderLength,
} from './matroska.rules.ts'

/** More than any file has before or after its audio. */
const maxElements = 200
/** Enough for 500 chapters with titles in several languages. */
const largestPart = 1024 * 1024

/** Returns no chapters for another format, for a corrupted file, and if the budget is exceeded. */
export async function readMatroskaChapters(
  given: GivenFile,
  budget: ReadBudget,
): Promise<readonly TaggedChapter[]> {
  try {
    return await findChapters(new BudgetedFile(given, budget))
  } catch {
    return []
  }
}

async function findChapters(file: BudgetedFile): Promise<readonly TaggedChapter[]> {
  const head = await elementIn(file, 0)
  const segment =
    head?.id === ids.ebml && head.size !== undefined
      ? await elementIn(file, head.start + head.size)
      : undefined
  if (segment?.id !== ids.segment) return []
  let indexed: number | undefined
  let at = segment.start
  for (let count = 0; count < maxElements; count += 1) {
    const element = await elementIn(file, at)
    if (!element || element.id === ids.cluster || element.size === undefined) break
    if (element.id === ids.chapters) return chaptersOfMatroska(await contentOf(file, element))
    if (element.id === ids.seekHead) indexed ??= chaptersPosition(await contentOf(file, element))
    at = element.start + element.size
  }
  const behind = indexed === undefined ? undefined : await elementIn(file, segment.start + indexed)
  return behind?.id === ids.chapters ? chaptersOfMatroska(await contentOf(file, behind)) : []
}

/** Returns undefined at the end of the file, or if no element begins there. */
async function elementIn(file: BudgetedFile, position: number): Promise<Element | undefined> {
  const { size = 0 } = file.fileInfo
  if (!Number.isSafeInteger(position) || position >= size) return undefined
  const header = await bytesIn(file, position, maxHeaderLength)
  const element = elementAt(header, 0)
  return element && { ...element, start: position + element.start }
}

/** Returns nothing if the element is too large. */
async function contentOf(file: BudgetedFile, { start, size = 0 }: Element): Promise<Uint8Array> {
  return size > largestPart ? new Uint8Array() : bytesIn(file, start, size)
}

async function bytesIn(file: BudgetedFile, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  const count = await file.peekBuffer(bytes, { position, length, mayBeLess: true })
  return bytes.subarray(0, count)
}
