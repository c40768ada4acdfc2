/** Reads the chapters of a Matroska file, which the tag parser ignores. Needs few reads, wherever they are. */
import { BudgetedFile, type ParserFile, type ReadBudget } from './budgeted-file.ts'
import type { TaggedChapter } from './chapters.rules.ts'
import {
  type Element,
  findChaptersPosition,
  ids,
  maxHeaderLength,
  parseChapters,
  parseElement,
} from './matroska.rules.ts'

/** More than any file has before or after its audio. */
const maxElements = 200
/** Enough for 500 chapters with titles in several languages. */
const maxPartBytes = 1024 * 1024

/** Returns no chapters for another format, for a corrupted file, and if the budget is exceeded. */
export async function readMatroskaChapters(
  given: ParserFile,
  budget: ReadBudget,
): Promise<readonly TaggedChapter[]> {
  try {
    return await findChapters(new BudgetedFile(given, budget))
  } catch {
    return []
  }
}

async function findChapters(file: BudgetedFile): Promise<readonly TaggedChapter[]> {
  const head = await readElement(file, 0)
  const segment =
    head?.id === ids.ebml && head.size !== undefined
      ? await readElement(file, head.start + head.size)
      : undefined
  if (segment?.id !== ids.segment) return []
  let indexed: number | undefined
  let at = segment.start
  for (let count = 0; count < maxElements; count += 1) {
    const element = await readElement(file, at)
    if (!element || element.id === ids.cluster || element.size === undefined) break
    if (element.id === ids.chapters) return parseChapters(await readContent(file, element))
    if (element.id === ids.seekHead) indexed ??= findChaptersPosition(await readContent(file, element))
    at = element.start + element.size
  }
  const behind = indexed === undefined ? undefined : await readElement(file, segment.start + indexed)
  return behind?.id === ids.chapters ? parseChapters(await readContent(file, behind)) : []
}

/** Returns undefined at the end of the file, or if no element begins there. */
async function readElement(file: BudgetedFile, position: number): Promise<Element | undefined> {
  const { size = 0 } = file.fileInfo
  if (!Number.isSafeInteger(position) || position >= size) return undefined
  const header = await readBytes(file, position, maxHeaderLength)
  const element = parseElement(header, 0)
  return element && { ...element, start: position + element.start }
}

/** Returns nothing if the element is too large. */
async function readContent(file: BudgetedFile, { start, size = 0 }: Element): Promise<Uint8Array> {
  return size > maxPartBytes ? new Uint8Array() : readBytes(file, start, size)
}

async function readBytes(file: BudgetedFile, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  const count = await file.peekBuffer(bytes, { position, length, mayBeLess: true })
  return bytes.subarray(0, count)
}
