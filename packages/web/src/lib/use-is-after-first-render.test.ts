import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from './testing/render-hook.ts'
import { noteNavigation, useIsAfterFirstRender } from './use-is-after-first-render.ts'

beforeEach(() => {
  vi.stubGlobal('location', { hash: '' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const drawnAfter = (action: string) => {
  noteNavigation(action)
  return renderHook(useIsAfterFirstRender).values
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
  noteNavigation('PUSH')
  const { values, after } = renderHook(useIsAfterFirstRender)
  after(() => noteNavigation('BACK'))
  after(() => noteNavigation('PUSH'))
  expect(values.slice(1).every((isLater) => isLater)).toBe(true)
})
