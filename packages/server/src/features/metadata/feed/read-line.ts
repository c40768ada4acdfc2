/** One line of a feed, from its bytes to the work it tells of. */
import { hash } from 'node:crypto'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { workKeyOf } from '@koedana/contract/work-id.rules.ts'
import { parseLine } from './feed.rules.ts'
import { type Line, maxLineBytes } from './lines.ts'

export interface Pending {
  readonly key: number
  readonly work: FeedWork
  /** An equal line changes nothing. */
  readonly hash: string
}

export type Read =
  | { readonly kind: 'empty' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'otherVersion'; readonly reason: string }
  | { readonly kind: 'work'; readonly pending: Pending }

export function readLine({ bytes, number }: Line): Read {
  if (!bytes) return { kind: 'refused', reason: `is longer than ${maxLineBytes} bytes` }
  const text = decode(bytes)
  if (text === undefined) return { kind: 'refused', reason: 'is not UTF-8' }
  const parsed = parseLine(text, number === 1)
  if (parsed.kind !== 'work') return parsed
  const key = workKeyOf(parsed.work.id)
  return { kind: 'work', pending: { key, work: parsed.work, hash: hash('sha1', bytes, 'base64url') } }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
