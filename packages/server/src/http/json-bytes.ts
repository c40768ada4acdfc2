/** JSON that is already text. */
import { type Bytes, isBytes } from './context.ts'

/** Private and asked for again each time: what one viewer hears says nothing about another. */
export const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'Authorization, Accept-Language, Accept-Encoding',
} as const

export const jsonBytes = (body: Uint8Array): Bytes => ({ status: 200, headers: jsonHeaders, body })

/** A handler's answer as JSON text; undefined for bytes that are something else, and for no answer. */
export function jsonOf(answer: unknown): Uint8Array | undefined {
  if (answer === undefined) return undefined
  if (!isBytes(answer)) return Buffer.from(JSON.stringify(answer))
  return answer.headers === jsonHeaders && answer.body instanceof Uint8Array ? answer.body : undefined
}

const comma = Buffer.from(',')

/** The inside of a JSON array from ready items: nothing is parsed or written twice. */
export function joinItems(items: readonly Buffer[]): Buffer {
  return Buffer.concat(items.flatMap((item, at) => (at === 0 ? [item] : [comma, item])))
}
