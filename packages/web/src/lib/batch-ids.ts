import { createDebounced } from './debounced.ts'

/** A page of cards requests its IDs at once; a scrolled list requests them one by one. */
const batchDelayMs = 100
const minBatchSize = 48
const maxAtOnce = 200

/** Returns a function that collects IDs and passes each to `send` once: after 100 ms without a new ID, or when there are enough. */
export function createBatcher(send: (ids: readonly string[]) => void): (id: string) => void {
  const wanted = new Set<string>()
  const sendSoon = createDebounced(batchDelayMs, () => {
    const ids = [...wanted]
    wanted.clear()
    for (let at = 0; at < ids.length; at += maxAtOnce) send(ids.slice(at, at + maxAtOnce))
  })
  return (id) => {
    if (wanted.size < minBatchSize) sendSoon.call()
    wanted.add(id)
  }
}
