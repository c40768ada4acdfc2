/**
 * Answers that are kept: the plain bytes once, and each compressed form that somebody asked for. Bounded by bytes,
 * the least recently used go first. An answer is found by its canonical key, or faster by a text it was asked with.
 */
import { crc32 } from 'node:zlib'
import { compressQuickly, compressWell, smallestCompressed } from './compress.ts'
import type { Encoding } from './encoding.rules.ts'
import { heldTag, tagOf } from './if-none-match.rules.ts'

export interface Form {
  readonly bytes: Uint8Array
  readonly encoding: Encoding
  /** With quotes, as the header carries it. */
  readonly etag: string
}

export interface Answer {
  readonly version: string
  /** Of the plain bytes. */
  readonly sizeBytes: number
  /** The tag by which a caller who names these has it, in whatever form. */
  readonly heldAs: (ifNoneMatch: string | undefined) => string | undefined
  /** Never waits: the quick form first; asked for again, a better one is made on another thread. */
  readonly form: (encoding: Encoding) => Form
}

export interface AnswerCache {
  /** By the canonical key; one of another version is none. */
  readonly find: (key: string, version: string) => Answer | undefined
  /** By a text that `remember` tied to an answer. */
  readonly recall: (text: string, version: string) => Answer | undefined
  readonly keep: (key: string, answer: Answer) => void
  readonly remember: (text: string, key: string) => void
  readonly bytes: () => number
}

const defaultCapacityBytes = 64 * 1024 * 1024

export function createAnswerCache(capacityBytes = defaultCapacityBytes): AnswerCache {
  return new Kept(capacityBytes)
}

export function answerOf(body: Uint8Array, version: string): Answer {
  return new Made(body, version)
}

interface Entry {
  readonly key: string
  readonly answer: Answer
  readonly texts: string[]
  bytes: number
}

/** Beyond it an answer is found by its canonical key alone. */
const mostTexts = 4
/** An entry is charged for what the engine needs around it, and for the forms it may get later. */
const overheadBytes = 600
const compressedShare = 0.5

class Kept implements AnswerCache {
  readonly #capacityBytes: number
  /** In the order of use. */
  readonly #entries = new Map<string, Entry>()
  readonly #byText = new Map<string, Entry>()
  #bytes = 0

  constructor(capacityBytes: number) {
    this.#capacityBytes = capacityBytes
  }

  bytes = (): number => this.#bytes

  find = (key: string, version: string) => this.#use(this.#entries.get(key), version)

  recall = (text: string, version: string) => this.#use(this.#byText.get(text), version)

  keep = (key: string, answer: Answer): void => {
    this.#drop(this.#entries.get(key))
    const bodyBytes = answer.sizeBytes
    const bytes = overheadBytes + 2 * key.length + Math.ceil(bodyBytes * (1 + compressedShare))
    if (bytes > this.#capacityBytes) return
    this.#entries.set(key, { key, answer, texts: [], bytes })
    this.#bytes += bytes
    this.#shrink()
  }

  remember = (text: string, key: string): void => {
    const entry = this.#entries.get(key)
    if (!entry || entry.texts.length >= mostTexts || this.#byText.has(text)) return
    entry.texts.push(text)
    this.#byText.set(text, entry)
    entry.bytes += 2 * text.length
    this.#bytes += 2 * text.length
    this.#shrink()
  }

  #use(entry: Entry | undefined, version: string): Answer | undefined {
    if (!entry) return undefined
    if (entry.answer.version !== version) {
      this.#drop(entry)
      return undefined
    }
    this.#entries.delete(entry.key)
    this.#entries.set(entry.key, entry)
    return entry.answer
  }

  #shrink(): void {
    for (const entry of this.#entries.values()) {
      if (this.#bytes <= this.#capacityBytes) return
      this.#drop(entry)
    }
  }

  #drop(entry: Entry | undefined): void {
    if (!entry) return
    this.#entries.delete(entry.key)
    for (const text of entry.texts) this.#byText.delete(text)
    this.#bytes -= entry.bytes
  }
}

class Made implements Answer {
  readonly version: string
  readonly sizeBytes: number
  readonly #body: Uint8Array
  readonly #forms = new Map<Encoding, { form: Form; isFinal: boolean }>()
  #content: string | undefined

  constructor(body: Uint8Array, version: string) {
    this.version = version
    this.sizeBytes = body.length
    this.#body = body
  }

  heldAs = (ifNoneMatch: string | undefined): string | undefined => {
    if (ifNoneMatch === undefined) return undefined
    const held = heldTag(ifNoneMatch, this.#checksum())
    return held === '*' ? tagOf(this.#checksum(), 'identity') : held
  }

  form = (encoding: Encoding): Form => {
    const content = this.#checksum()
    if (encoding === 'identity' || this.#body.length < smallestCompressed) {
      return { bytes: this.#body, encoding: 'identity', etag: tagOf(content, 'identity') }
    }
    const made = this.#forms.get(encoding)
    if (!made)
      return this.#place(encoding, { bytes: compressQuickly(this.#body, encoding), content, isFinal: false })
    if (!made.isFinal) {
      made.isFinal = true
      void this.#improve(encoding)
    }
    return made.form
  }

  /**
   * Of the bytes and nothing else: a tag must not tell that something changed which its reader may not see. A checksum
   * tells answers to one question apart as well as a digest would, in a third of the time.
   */
  #checksum(): string {
    this.#content ??= `${crc32(this.#body).toString(36)}.${this.#body.length.toString(36)}`
    return this.#content
  }

  /** Where it fails the quick form stays. */
  async #improve(encoding: Exclude<Encoding, 'identity'>): Promise<void> {
    const bytes = await compressWell(this.#body, encoding).catch(() => undefined)
    if (bytes) this.#place(encoding, { bytes, content: this.#checksum(), isFinal: true })
  }

  #place(encoding: Encoding, { bytes, content, isFinal }: Packed): Form {
    const form = { bytes, encoding, etag: tagOf(content, isFinal ? `${encoding}-small` : encoding) }
    this.#forms.set(encoding, { form, isFinal })
    return form
  }
}

interface Packed {
  readonly bytes: Uint8Array
  readonly content: string
  readonly isFinal: boolean
}
