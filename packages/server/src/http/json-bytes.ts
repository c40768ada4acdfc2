/** JSON that is already text. */
import type { Bytes } from './context.ts'

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'Authorization, Accept-Language',
}

export const jsonBytes = (body: Uint8Array): Bytes => ({ status: 200, headers, body })

const comma = Buffer.from(',')

/** The inside of a JSON array from ready items: nothing is parsed or written twice. */
export function joinItems(items: readonly Buffer[]): Buffer {
  return Buffer.concat(items.flatMap((item, at) => (at === 0 ? [item] : [comma, item])))
}
