import { loadWhenIdle } from './when-idle.ts'

const inputEvents = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Loads chunks when idle, after the first user input: a page without input loads only what it shows. Returns a function that cancels it.
 */
export function loadAfterFirstInput(loads: readonly (() => Promise<unknown>)[]): () => void {
  const ended = new AbortController()
  let giveUp = () => {}
  const begin = () => {
    ended.abort()
    giveUp = loadWhenIdle(loads)
  }
  for (const sign of inputEvents)
    addEventListener(sign, begin, { capture: true, passive: true, signal: ended.signal })
  return () => {
    ended.abort()
    giveUp()
  }
}
