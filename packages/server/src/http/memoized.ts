/** Memoizes functions of header texts: browsers send the same few headers with every request. */
import { LRUCache } from 'lru-cache'

export function memoized<T extends string | boolean>(
  read: (text: string | undefined) => T,
  capacity = 200,
): (text: string | undefined) => T {
  // Clients choose their headers, so the number and length of the cached texts are limited.
  const known = new LRUCache<string, T>({ max: capacity, memoMethod: read })
  return (text) => (text === undefined || text.length > maxKeptLength ? read(text) : known.memo(text))
}

const maxKeptLength = 400
