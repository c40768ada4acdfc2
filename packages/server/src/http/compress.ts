/** Answers made smaller: quickly while somebody waits, well when nobody does. */
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'
import type { Encoding } from './encoding.rules.ts'

type Compressed = Exclude<Encoding, 'identity'>

/** Below it the headers weigh more than what is saved. */
export const smallestCompressed = 1_024

/** A hundred microseconds for a page of works. */
export function compressQuickly(body: Uint8Array, encoding: Compressed): Uint8Array {
  if (encoding === 'br') return brotliCompressSync(body, brotli(1, body))
  if (encoding === 'zstd') return zstdCompressSync(body, zstd(1))
  return gzipSync(body, { level: 1 })
}

/** On another thread. */
export function compressWell(body: Uint8Array, encoding: Compressed): Promise<Uint8Array> {
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
