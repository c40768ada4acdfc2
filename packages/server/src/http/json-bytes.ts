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
export function joinItems(before: string, items: readonly Buffer[], after: string): Buffer {
  const parts: Buffer[] = [Buffer.from(before)]
  items.forEach((item, at) => {
    if (at > 0) parts.push(comma)
    parts.push(item)
  })
  parts.push(Buffer.from(after))
  return Buffer.concat(parts)
}

const comma = Buffer.from(',')
