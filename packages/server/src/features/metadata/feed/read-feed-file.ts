/** Reads a catalog file as bytes (`.gz` files are decompressed), cuts it into lines, and parses each line into a work. */

import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import type { MessageCode } from '../../../lib/messages/messages.rules.ts'
import { decodeUtf8 } from '../../../lib/utf8.rules.ts'
import { SourceFault } from '../source.ts'
import { type ParsedLine, parseLine, refused } from './feed.rules.ts'

/** Throws a `FeedFault` if the file cannot be read to its end. Everything yielded before is valid. */
export async function* readFeedFile(path: string): AsyncGenerator<Uint8Array> {
  const stream = createReadStream(path)
  // A failure of either ends the other, and the reader reports it.
  const bytes = path.endsWith('.gz') ? pipeline(stream, createGunzip(), () => {}) : stream
  try {
    yield* bytes
  } catch (cause) {
    const code = codeOf(cause)
    const isEmpty = code === 'catalog.cutOff' && stream.bytesRead === 0
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new FeedFault(
      code === undefined
        ? { code: 'catalog.unreadable', values: { file: path, reason } }
        : { code: isEmpty ? 'catalog.empty' : code, values: { file: path } },
      { cause },
    )
  }
}

const codes = {
  EISDIR: 'catalog.folder',
  ENOENT: 'catalog.notFound',
  EACCES: 'catalog.forbidden',
  Z_BUF_ERROR: 'catalog.cutOff',
  Z_DATA_ERROR: 'catalog.notGzip',
} as const satisfies Readonly<Record<string, MessageCode>>

function codeOf(cause: unknown): (typeof codes)[keyof typeof codes] | undefined {
  const error = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const known: Readonly<Partial<Record<string, (typeof codes)[keyof typeof codes]>>> = codes
  return known[error]
}

/** A catalog file that cannot be ingested, or not to its end. */
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

export interface PendingWork {
  readonly key: number
  readonly work: FeedWork
  /** Hash of the line. A line with the stored hash changes nothing. */
  readonly hash: string
}

export type LineResult =
  | { readonly kind: 'empty' }
  | Exclude<ParsedLine, { readonly kind: 'work' | 'empty' }>
  | { readonly kind: 'work'; readonly pending: PendingWork }

export function readLine({ bytes, number }: Line): LineResult {
  if (!bytes) return refused({ code: 'catalogLine.tooLong', values: { maxBytes: maxLineBytes } })
  const text = decodeUtf8(bytes)
  if (text === undefined) return refused({ code: 'catalogLine.notUtf8', values: {} })
  const parsed = parseLine(text, number === 1)
  if (parsed.kind !== 'work') return parsed
  const key = workKeyOf(parsed.work.id)
  return { kind: 'work', pending: { key, work: parsed.work, hash: hash('sha1', bytes, 'base64url') } }
}
