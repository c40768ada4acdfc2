import { whenAllIdle } from './when-idle.ts'

const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/** Loads parts when idle once somebody moves, touches or types: a page that is only looked at loads no more than it shows. */
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
