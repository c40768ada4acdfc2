/** Parses chapters of untrusted Matroska files (RFC 9559 §5.1.7). */
import { maxChapters, type TaggedChapter } from './chapters.rules.ts'

export const ids = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  cluster: 0x1f43b675,
  chapters: 0x1043a770,
} as const

const seek = 0x4dbb
const seekId = 0x53ab
const seekPosition = 0x53ac
const edition = 0x45b9
const editionDefault = 0x45db
const atom = 0xb6
const atomStart = 0x91
const atomHidden = 0x98
const display = 0x80
const displayText = 0x85

export interface Element {
  readonly id: number
  /** Offset of the content in the given bytes. */
  readonly start: number
  /** Undefined for an unknown size. */
  readonly size: number | undefined
}

/** Maximum size of an element header: 4 bytes ID and 8 bytes size. */
export const maxHeaderLength = 12

/** Parses the element header at an offset; returns undefined if it is invalid. */
export function parseElement(bytes: Uint8Array, at: number): Element | undefined {
  const id = parseVint(bytes, at, { longest: 4, keepsMark: true })
  const size = id && parseVint(bytes, at + id.length, { longest: 8, keepsMark: false })
  if (!id || !size) return undefined
  const isUnknown = size.value === 2 ** (7 * size.length) - 1
  return { id: id.value, start: at + id.length + size.length, size: isUnknown ? undefined : size.value }
}

/** Parses a variable-length integer, whose first set bit determines the number of bytes. */
function parseVint(
  bytes: Uint8Array,
  at: number,
  { longest, keepsMark }: { readonly longest: number; readonly keepsMark: boolean },
): { readonly value: number; readonly length: number } | undefined {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (first === 0 || length > longest || at + length > bytes.length) return undefined
  const head = keepsMark ? first : first & (0xff >> length)
  const rest = bytes.subarray(at + 1, at + length)
  return { value: rest.reduce((value, byte) => value * 256 + byte, head), length }
}

/** Yields the elements that are completely inside the bytes. */
function* parseElements(bytes: Uint8Array): Generator<{ readonly id: number; readonly content: Uint8Array }> {
  for (let at = 0; at < bytes.length; ) {
    const element = parseElement(bytes, at)
    if (element?.size === undefined || element.start + element.size > bytes.length) return
    const { id, start, size } = element
    yield { id, content: bytes.subarray(start, start + size) }
    at = start + size
  }
}

const toUnsigned = (content: Uint8Array): number => content.reduce((value, byte) => value * 256 + byte, 0)

/** Returns the position of the chapters relative to the segment start, according to the SeekHead. */
export function findChaptersPosition(seekHead: Uint8Array): number | undefined {
  for (const { id, content } of parseElements(seekHead)) {
    if (id !== seek) continue
    const entries = new Map([...parseElements(content)].map((one) => [one.id, toUnsigned(one.content)]))
    const position = entries.get(seekPosition)
    if (entries.get(seekId) === ids.chapters && Number.isSafeInteger(position)) return position
  }
  return undefined
}

const nanoseconds = 1_000_000_000

/** Returns the chapters of the default edition, or of the first, in order. */
export function parseChapters(content: Uint8Array): TaggedChapter[] {
  const editions = [...parseElements(content)].filter(({ id }) => id === edition)
  const isUsual = (one: { readonly content: Uint8Array }) =>
    [...parseElements(one.content)].some(
      ({ id, content: flag }) => id === editionDefault && toUnsigned(flag) === 1,
    )
  const defaultEdition = editions.find(isUsual) ?? editions[0]
  const chapters: TaggedChapter[] = []
  for (const { id, content: inside } of parseElements(defaultEdition?.content ?? new Uint8Array())) {
    const chapter = id === atom && chapters.length < maxChapters ? parseChapter(inside) : undefined
    if (chapter) chapters.push(chapter)
  }
  return chapters
}

function parseChapter(content: Uint8Array): TaggedChapter | undefined {
  let start: number | undefined
  let title: string | undefined
  for (const { id, content: inside } of parseElements(content)) {
    if (id === atomStart) start = toUnsigned(inside)
    else if (id === atomHidden && toUnsigned(inside) === 1) return undefined
    else if (id === display) title ??= parseText(inside)
  }
  return start === undefined ? undefined : { start, title: title ?? '', timeScale: nanoseconds }
}

function parseText(content: Uint8Array): string | undefined {
  for (const { id, content: inside } of parseElements(content))
    if (id === displayText) return new TextDecoder().decode(inside).replace(/\0+$/, '')
  return undefined
}
