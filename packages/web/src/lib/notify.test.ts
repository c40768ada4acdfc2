import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissNotice, notify, useNotices } from './notify.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const texts = () => useNotices.getState().map((notice) => notice.text)

test('a failure leaves after three seconds, other news after five', () => {
  notify('lost', 'negative')
  notify('saved', 'positive')
  vi.advanceTimersByTime(3_000)
  expect(texts()).toEqual(['saved'])
  vi.advanceTimersByTime(2_000)
  expect(texts()).toEqual([])
})

test('the same notice twice stands once, and its time starts again', () => {
  notify('lost', 'negative')
  vi.advanceTimersByTime(2_000)
  notify('lost', 'negative')
  vi.advanceTimersByTime(2_000)
  expect(texts()).toEqual(['lost'])
})

test('at most three stand at once, the oldest makes room', () => {
  for (const text of ['a', 'b', 'c', 'd']) notify(text)
  expect(texts()).toEqual(['b', 'c', 'd'])
})

test('a notice can be put away', () => {
  notify('lost', 'negative')
  for (const { id } of useNotices.getState()) dismissNotice(id)
  expect(texts()).toEqual([])
})
