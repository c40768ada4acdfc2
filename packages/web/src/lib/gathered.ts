import { debounced } from './debounced.ts'

/** A page of cards requests its IDs at once; a scrolled list requests them one by one. */
const gatherMs = 100
const enough = 48
const maxAtOnce = 200

/** Returns a function that collects IDs and passes each to `send` once: after 100 ms without a new ID, or when there are enough. */
export function gathered(send: (ids: readonly string[]) => void): (id: string) => void {
  const wanted = new Set<string>()
  const sendSoon = debounced(gatherMs, () => {
    const ids = [...wanted]
    wanted.clear()
    for (let at = 0; at < ids.length; at += maxAtOnce) send(ids.slice(at, at + maxAtOnce))
  })
  return (id) => {
    if (wanted.size < enough) sendSoon.call()
    wanted.add(id)
  }
}
