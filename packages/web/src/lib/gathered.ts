import { debounced } from './debounced.ts'

/** Those of a page of cards come together; of a list that is scrolled they come one by one, and some are waited for. */
const gatherMs = 100
const enough = 48
const mostAtOnce = 200

/** Returns what takes ids: `send` gets them together, each once, when none came for 100 ms or there are enough. */
export function gathered(send: (ids: readonly string[]) => void): (id: string) => void {
  const wanted = new Set<string>()
  const sendSoon = debounced(gatherMs, () => {
    const ids = [...wanted]
    wanted.clear()
    for (let at = 0; at < ids.length; at += mostAtOnce) send(ids.slice(at, at + mostAtOnce))
  })
  return (id) => {
    if (wanted.size < enough) sendSoon.call()
    wanted.add(id)
  }
}
