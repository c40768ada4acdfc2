/**
 * Parses untrusted XML, elements and text only. Documents with a DTD are rejected, so the five predefined entities are the only ones.
 * Malformed documents are rejected too, since half a listing must not count as complete. A single pass without recursion, ten times as
 * fast as a general parser (ADR 0031).
 */

export interface XmlElement {
  /** Name without the namespace prefix. */
  readonly name: string
  readonly children: readonly XmlElement[]
  readonly text: string
}

export class XmlError extends Error {}

/** Deeper than any response of a storage. */
const maxDepth = 24
const maxTagLength = 16_384

interface OpenElement {
  readonly tag: string
  readonly name: string
  readonly children: XmlElement[]
  text: string
}

/**
 * Yields each child of the root when it ends, so that a long listing is never held as a tree. `root` is the name without prefix. Throws an
 * `XmlError` for an invalid document, possibly after some children.
 */
export function* readXml(document: string, root: string): Generator<XmlElement> {
  const open: OpenElement[] = []
  let isOver = false
  for (const { kind, value } of tokenize(document)) {
    const top = open.at(-1)
    if (kind === 'text') {
      if (top) top.text += value
      else if (value.trim() !== '') throw new XmlError('text outside the root')
    } else if (kind === 'open') {
      if (isOver || open.length >= maxDepth) throw new XmlError('an element too many')
      const name = value.slice(value.indexOf(':') + 1)
      if (!top && name !== root) throw new XmlError('another document')
      open.push({ tag: value, name, children: [], text: '' })
    } else {
      const closed = open.pop()
      if (!closed || closed.tag !== value) throw new XmlError('elements overlap')
      const parent = open.at(-1)
      isOver = !parent
      if (parent && open.length === 1) yield closed
      else parent?.children.push(closed)
    }
  }
  if (!isOver) throw new XmlError('the end is missing')
}

export const findChild = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name)

/** Returns the trimmed text of a child; undefined if there is none. */
export const readText = (element: XmlElement | undefined, name: string): string | undefined =>
  findChild(element, name)?.text.trim()

interface Token {
  readonly kind: 'open' | 'close' | 'text'
  readonly value: string
}

function* tokenize(document: string): Generator<Token> {
  const end = document.length
  for (let at = document.startsWith('\ufeff') ? 1 : 0; at < end; ) {
    const tag = indexOrEnd(document, '<', at)
    if (tag > at) yield { kind: 'text', value: decodeEntities(document.slice(at, tag)) }
    if (tag === end) return
    if (document.startsWith('<!--', tag)) at = findEnd(document, '-->', tag + 4)
    else if (document.startsWith('<?', tag)) at = findEnd(document, '?>', tag + 2)
    else if (document.startsWith('<![CDATA[', tag)) {
      at = findEnd(document, ']]>', tag + 9)
      yield { kind: 'text', value: document.slice(tag + 9, at - 3) }
    } else {
      at = findTagEnd(document, tag)
      yield* tokenizeTag(document.slice(tag + 1, at - 1))
    }
  }
}

const tagName = /^[\p{L}_][\p{L}\p{N}\p{M}_.-]*(?::[\p{L}_][\p{L}\p{N}\p{M}_.-]*)?$/u

function* tokenizeTag(inner: string): Generator<Token> {
  const isClosing = inner.startsWith('/')
  const isEmpty = inner.endsWith('/')
  const [value = ''] = inner.slice(isClosing ? 1 : 0, isEmpty ? -1 : undefined).split(/\s/, 1)
  if (!tagName.test(value)) throw new XmlError('no name of an element')
  if (!isClosing) yield { kind: 'open', value }
  if (isClosing || isEmpty) yield { kind: 'close', value }
}

/** Returns the offset after the `>` of a tag. Attribute values may contain further ones. */
function findTagEnd(document: string, start: number): number {
  let quote = ''
  const last = Math.min(document.length, start + maxTagLength)
  for (let at = start + 1; at < last; at += 1) {
    const char = document[at] ?? ''
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '>') return at + 1
    else if (char === '"' || char === "'") quote = char
    else if (char === '<') break
  }
  throw new XmlError('a tag without an end')
}

function indexOrEnd(text: string, wanted: string, from: number): number {
  const at = text.indexOf(wanted, from)
  return at === -1 ? text.length : at
}

function findEnd(text: string, wanted: string, from: number): number {
  const at = text.indexOf(wanted, from)
  if (at === -1) throw new XmlError('a part without an end')
  return at + wanted.length
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replace(/&([^;&]{0,12});?/g, decodeEntity) : text

function decodeEntity(whole: string, name: string): string {
  const number = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name)
  const code = number ? Number.parseInt(number[1] ?? number[2] ?? '', number[1] ? 16 : 10) : undefined
  if (code !== undefined && code <= 0x10ffff) return String.fromCodePoint(code)
  const known = Object.hasOwn(entities, name) && whole.endsWith(';') ? entities[name] : undefined
  if (known === undefined) throw new XmlError('an entity that XML does not have')
  return known
}
