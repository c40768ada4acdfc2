import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawnHook } from './testing/drawn-hook.ts'
import { noteMove, useIsLater } from './use-later.ts'

beforeEach(() => {
  vi.stubGlobal('location', { hash: '' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const drawnAfter = (action: string) => {
  noteMove(action)
  return drawnHook(useIsLater).values
}

test('a page that is gone to is drawn without what stands below its head, and then with it', () => {
  expect(drawnAfter('PUSH')).toEqual([false, true])
  expect(drawnAfter('REPLACE')).toEqual([false, true])
})

test('a page that is come back to is drawn whole, or its scroll position would not be found', () => {
  for (const action of ['BACK', 'FORWARD', 'GO']) expect(drawnAfter(action)).not.toContain(false)
})

test('a page that is opened at one of its parts is drawn whole', () => {
  vi.stubGlobal('location', { hash: '#similar' })
  expect(drawnAfter('PUSH')).not.toContain(false)
})

test('what was drawn whole stays it', () => {
  noteMove('PUSH')
  const { values, after } = drawnHook(useIsLater)
  after(() => noteMove('BACK'))
  after(() => noteMove('PUSH'))
  expect(values.slice(1).every((isLater) => isLater)).toBe(true)
})
