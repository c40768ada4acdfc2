/**
 * Caches responses: the plain bytes, and each compressed form that was requested. The least recently used responses are evicted
 * above a limit in bytes. A response is found by its canonical key, or faster by the exact text of an earlier request.
 */

import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  crc32,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Encoding } from './encoding.rules.ts'
import { matchTag, tagOf } from './if-none-match.rules.ts'

/** One encoding of a response. */
export interface Form {
  readonly bytes: Uint8Array
  readonly encoding: Encoding
  /** With quotes, as the header contains it. */
  readonly etag: string
}

export interface CachedResponse {
  readonly version: string
  readonly sizeBytes: number
  /** Returns the matching tag if the caller has this content in any encoding. */
  readonly heldAs: (ifNoneMatch: string | undefined) => string | undefined
  /** Returns immediately: first with fast compression. On the second request, a better one is made in the background. */
  readonly form: (encoding: Encoding) => Form
}

export interface ResponseCache {
  /** Finds by the canonical key. Responses of another version are ignored. */
  readonly find: (key: string, version: string) => CachedResponse | undefined
  /** Finds by a text that `remember` linked to a response. */
  readonly recall: (text: string, version: string) => CachedResponse | undefined
  readonly keep: (key: string, response: CachedResponse) => void
  readonly remember: (text: string, key: string) => void
  readonly bytes: () => number
}

const defaultCapacityBytes = 64 * 1024 * 1024

export function createResponseCache(capacityBytes = defaultCapacityBytes): ResponseCache {
  return new LruResponseCache(capacityBytes)
}

/** The checksum is computed from the body if it is not given. */
export function cachedResponseOf(body: Uint8Array, version: string, checksum?: number): CachedResponse {
  return new CompressedResponse(body, version, checksum)
}

/** The estimated size includes the overhead of the JavaScript engine and later compressed forms. */
const overheadBytes = 600
const compressedFraction = 0.5

/** Limit for the texts: many URLs can mean the same response. Two bytes per character. */
const maxTextBytes = 4 * 1024 * 1024

class LruResponseCache implements ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>
  /** Canonical keys by request text. */
  readonly #keys = new LRUCache<string, string>({
    maxSize: maxTextBytes,
    sizeCalculation: (_key, text) => overheadBytes + 2 * text.length,
  })

  constructor(capacityBytes: number) {
    this.#responses = new LRUCache({
      maxSize: capacityBytes,
      sizeCalculation: ({ sizeBytes }, key) =>
        overheadBytes + 2 * key.length + Math.ceil(sizeBytes * (1 + compressedFraction)),
    })
  }

  bytes = (): number => this.#responses.calculatedSize

  find = (key: string, version: string): CachedResponse | undefined => {
    const found = this.#responses.get(key)
    if (found === undefined || found.version === version) return found
    this.#responses.delete(key)
    return undefined
  }

  recall = (text: string, version: string): CachedResponse | undefined => {
    const key = this.#keys.get(text)
    return key === undefined ? undefined : this.find(key, version)
  }

  keep = (key: string, response: CachedResponse): void => {
    this.#responses.set(key, response)
  }

  remember = (text: string, key: string): void => {
    if (this.#responses.has(key)) this.#keys.set(text, key)
  }
}

class CompressedResponse implements CachedResponse {
  readonly version: string
  readonly sizeBytes: number
  readonly #body: Uint8Array
  readonly #forms = new Map<Encoding, { form: Form; isFinal: boolean }>()
  readonly #givenChecksum: number | undefined
  #content: string | undefined

  constructor(body: Uint8Array, version: string, checksum: number | undefined) {
    this.version = version
    this.sizeBytes = body.length
    this.#body = body
    this.#givenChecksum = checksum
  }

  heldAs = (ifNoneMatch: string | undefined): string | undefined => {
    if (ifNoneMatch === undefined) return undefined
    const held = matchTag(ifNoneMatch, this.#checksum())
    return held === '*' ? tagOf(this.#checksum(), 'identity') : held
  }

  form = (encoding: Encoding): Form => {
    const content = this.#checksum()
    if (encoding === 'identity' || this.#body.length < minCompressedBytes) {
      return { bytes: this.#body, encoding: 'identity', etag: tagOf(content, 'identity') }
    }
    const made = this.#forms.get(encoding)
    if (!made)
      return this.#store(encoding, { bytes: compressQuickly(this.#body, encoding), content, isFinal: false })
    if (!made.isFinal) {
      made.isFinal = true
      void this.#improve(encoding)
    }
    return made.form
  }

  /**
   * The checksum covers only the bytes: a tag must not reveal changes that its reader may not see. CRC-32 and the length
   * distinguish the responses to one request well enough, in a third of the time of a digest.
   */
  #checksum(): string {
    this.#content ??= `${(this.#givenChecksum ?? crc32(this.#body)).toString(36)}.${this.#body.length.toString(36)}`
    return this.#content
  }

  /** If it fails, the fast form stays. */
  async #improve(encoding: Exclude<Encoding, 'identity'>): Promise<void> {
    const bytes = await compressWell(this.#body, encoding).catch(() => undefined)
    if (bytes) this.#store(encoding, { bytes, content: this.#checksum(), isFinal: true })
  }

  #store(encoding: Encoding, { bytes, content, isFinal }: CompressedForm): Form {
    const form = { bytes, encoding, etag: tagOf(content, isFinal ? `${encoding}-small` : encoding) }
    this.#forms.set(encoding, { form, isFinal })
    return form
  }
}

interface CompressedForm {
  readonly bytes: Uint8Array
  readonly content: string
  readonly isFinal: boolean
}

/** Encodings that compress: fast while a caller waits, well in the background. */
type CompressedEncoding = Exclude<Encoding, 'identity'>

/** Below this size, the extra headers outweigh the savings. */
export const minCompressedBytes = 1_024

/** Takes about 100 µs for a page of works. */
export function compressQuickly(body: Uint8Array, encoding: CompressedEncoding): Uint8Array {
  if (encoding === 'br') return brotliCompressSync(body, brotli(1, body))
  if (encoding === 'zstd') return zstdCompressSync(body, zstd(1))
  return gzipSync(body, { level: 1 })
}

function compressWell(body: Uint8Array, encoding: CompressedEncoding): Promise<Uint8Array> {
  if (encoding === 'br') return promisify(brotliCompress)(body, brotli(5, body))
  if (encoding === 'zstd') return promisify(zstdCompress)(body, zstd(9))
  return promisify(gzip)(body, { level: 7 })
}

const brotli = (quality: number, body: Uint8Array) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  },
})

const zstd = (level: number) => ({ params: { [constants.ZSTD_c_compressionLevel]: level } })
