import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatcher } from './batch-ids.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function gathering() {
  const sent: (readonly string[])[] = []
  return { sent, want: createBatcher((ids) => sent.push(ids)) }
}

test('what comes together is sent together, each once', () => {
  const { sent, want } = gathering()
  for (const id of ['a', 'b', 'a']) want(id)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(100)
  want('c')
  vi.advanceTimersByTime(100)
  expect(sent).toEqual([['a', 'b'], ['c']])
})

test('what comes one by one is sent when nothing more comes, or there is enough of it', () => {
  const { sent, want } = gathering()
  for (let nth = 0; nth < 60; nth++) {
    want(`${nth}`)
    vi.advanceTimersByTime(20)
  }
  // Four more IDs arrived in the 100 ms after the 48th.
  expect(sent.map(({ length }) => length)).toEqual([52])
  vi.advanceTimersByTime(100)
  expect(sent.map(({ length }) => length)).toEqual([52, 8])
})

test('no request is longer than the server takes', () => {
  const { sent, want } = gathering()
  for (let nth = 0; nth < 450; nth++) want(`${nth}`)
  vi.advanceTimersByTime(100)
  expect(sent.map(({ length }) => length)).toEqual([200, 200, 50])
})
