/** Reads a catalog file as bytes (`.gz` files are decompressed), cuts it into lines, and parses each line into a work. */

import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { utf8Of } from '../../../lib/utf8.rules.ts'
import { SourceFault } from '../source.ts'
import { parseLine } from './feed.rules.ts'

/** Throws a `FeedFault` if the file cannot be read to its end. Chunks yielded before that are valid. */
export async function* readFeedFile(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path)
  // An error of either stream closes the other, and the reader below reports it.
  const bytes = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file
  try {
    yield* bytes
  } catch (cause) {
    const fault = faultOf(cause)
    throw new FeedFault(fault === cutOff && file.bytesRead === 0 ? 'is empty' : fault, { cause })
  }
}

const cutOff = 'is cut off: it ends in the middle'

const sentences: Readonly<Record<string, string>> = {
  EISDIR: 'is a folder, not a file',
  ENOENT: 'is not there',
  EACCES: 'cannot be read: it belongs to somebody else',
  Z_BUF_ERROR: cutOff,
  Z_DATA_ERROR: 'is not packed with gzip, or is damaged',
}

function faultOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return sentences[code] ?? `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
}

/** Thrown if a catalog file cannot be ingested, or not to its end. The message is the part after the file name. */
export class FeedFault extends SourceFault {}

interface Line {
  /** Line number, from 1. */
  readonly number: number
  /** Text without its line break. Undefined if the line is longer than `maxLineBytes`. */
  readonly bytes: Buffer | undefined
}

const maxLineBytes = 1024 ** 2

/**
 * Yields all lines of one chunk together, since one promise per line would cost more than parsing it. Buffers at most one unfinished
 * line.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  let rest: Buffer[] = []
  let restBytes = 0
  let number = 0
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const lines: Line[] = []
    let start = 0
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      number += 1
      lines.push({ number, bytes: joined(rest, restBytes, bytes.subarray(start, end)) })
      rest = []
      restBytes = 0
      start = end + 1
    }
    if (start < bytes.length) {
      restBytes += bytes.length - start
      if (restBytes > maxLineBytes + 1) rest = []
      else rest.push(bytes.subarray(start))
    }
    yield lines
  }
  if (restBytes > 0) yield [{ number: number + 1, bytes: joined(rest, restBytes, Buffer.alloc(0)) }]
}

const newline = 0x0a
const carriageReturn = 0x0d

function joined(rest: readonly Buffer[], restBytes: number, last: Buffer): Buffer | undefined {
  const length = restBytes + last.length
  if (length > maxLineBytes + 1) return undefined
  const line = restBytes === 0 ? last : Buffer.concat([...rest, last])
  const trimmed = line.at(-1) === carriageReturn ? line.subarray(0, -1) : line
  return trimmed.length > maxLineBytes ? undefined : trimmed
}

export interface Pending {
  readonly key: number
  readonly work: FeedWork
  /** Hash of the line. A line with the stored hash changes nothing. */
  readonly hash: string
}

export type Read =
  | { readonly kind: 'empty' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'otherVersion'; readonly reason: string }
  | { readonly kind: 'work'; readonly pending: Pending }

export function readLine({ bytes, number }: Line): Read {
  if (!bytes) return { kind: 'refused', reason: `is longer than ${maxLineBytes} bytes` }
  const text = utf8Of(bytes)
  if (text === undefined) return { kind: 'refused', reason: 'is not UTF-8' }
  const parsed = parseLine(text, number === 1)
  if (parsed.kind !== 'work') return parsed
  const key = workKeyOf(parsed.work.id)
  return { kind: 'work', pending: { key, work: parsed.work, hash: hash('sha1', bytes, 'base64url') } }
}
