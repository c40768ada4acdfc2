/** JSON that is already text. */
import { type Bytes, isBytes } from './context.ts'

/** Private and asked for again each time: what one viewer hears says nothing about another. */
export const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'Authorization, Accept-Language, Accept-Encoding',
} as const

/** What is one person's own, or a token, stays nowhere. */
export const ownHeaders = { ...jsonHeaders, 'cache-control': 'no-store' } as const

export const jsonBytes = (body: Uint8Array): Bytes => ({ status: 200, headers: jsonHeaders, body })

/** A handler's answer as JSON text; undefined for bytes that are something else, and for no answer. */
export function jsonOf(answer: unknown): Uint8Array | undefined {
  if (answer === undefined) return undefined
  if (!isBytes(answer)) return Buffer.from(JSON.stringify(answer))
  return answer.headers === jsonHeaders && answer.body instanceof Uint8Array ? answer.body : undefined
}

/** A JSON array of ready items between two texts, put together once: nothing is parsed or written twice. */
export function joinItems(before: string, items: readonly Uint8Array[], after: string): Buffer {
  let length = before.length * mostBytes + after.length * mostBytes + items.length
  for (const item of items) length += item.length
  const joined = Buffer.allocUnsafe(length)
  const start = joined.write(before)
  let at = start
  for (const item of items) {
    if (at > start) joined[at++] = comma
    joined.set(item, at)
    at += item.length
  }
  at += joined.write(after, at)
  return joined.subarray(0, at)
}

/** Of one UTF-16 unit in UTF-8. */
const mostBytes = 3
const comma = 0x2c
