import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whileVisible } from './while-visible.ts'

/** The part of `Document` that `whileVisible` uses. */
class Tab extends EventTarget {
  visibilityState: 'visible' | 'hidden' = 'visible'

  turn(state: 'visible' | 'hidden') {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

let tab = new Tab()
beforeEach(() => {
  tab = new Tab()
  vi.stubGlobal('document', tab)
})
afterEach(() => vi.unstubAllGlobals())

/** Returns the started signals, and whether each still runs. */
function begin() {
  const signals: AbortSignal[] = []
  const stop = whileVisible((signal) => signals.push(signal))
  return { stop, goesOn: () => signals.map(({ aborted }) => !aborted) }
}

test('it ends when the tab is hidden, and begins anew when it is seen again', () => {
  const { goesOn } = begin()
  expect(goesOn()).toEqual([true])
  tab.turn('hidden')
  expect(goesOn()).toEqual([false])
  tab.turn('visible')
  expect(goesOn()).toEqual([false, true])
})

test('a tab that opens in the background waits until it is seen', () => {
  tab.visibilityState = 'hidden'
  const { goesOn } = begin()
  expect(goesOn()).toEqual([])
  tab.turn('visible')
  expect(goesOn()).toEqual([true])
})

test('once stopped it does not begin again', () => {
  const { stop, goesOn } = begin()
  stop()
  tab.turn('hidden')
  tab.turn('visible')
  expect(goesOn()).toEqual([false])
})
