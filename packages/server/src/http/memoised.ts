/** Remembers what was read from a text before: browsers send the same few headers with every request. */
import { LRUCache } from 'lru-cache'

export function memoised<T extends string | boolean>(
  read: (text: string | undefined) => T,
  capacity = 200,
): (text: string | undefined) => T {
  // Strangers choose their headers: what they send must not grow what we keep, in number or in length.
  const known = new LRUCache<string, T>({ max: capacity, memoMethod: read })
  return (text) => (text === undefined || text.length > longestKept ? read(text) : known.memo(text))
}

const longestKept = 400
