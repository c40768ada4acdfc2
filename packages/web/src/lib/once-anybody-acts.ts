import { whenAllIdle } from './when-idle.ts'

const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Loads chunks when idle, after the first user input: a page without input loads only what it shows. Returns a function that cancels it.
 */
export function onceAnybodyActs(loads: readonly (() => Promise<unknown>)[]): () => void {
  const ended = new AbortController()
  let giveUp = () => {}
  const begin = () => {
    ended.abort()
    giveUp = whenAllIdle(loads)
  }
  for (const sign of signs)
    addEventListener(sign, begin, { capture: true, passive: true, signal: ended.signal })
  return () => {
    ended.abort()
    giveUp()
  }
}
