import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FieldSaver } from './field-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function field({ delayMs }: { delayMs?: number } = { delayMs: 1_000 }) {
  const sent: { text: string; isLeaving: boolean; settle: (isSaved: boolean) => Promise<void> }[] = []
  const published: (boolean | undefined)[] = []
  const saver = new FieldSaver({
    stored: () => 'old',
    save: (text, isLeaving) => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const settle = async (isSaved: boolean) => {
        resolve(isSaved)
        await vi.advanceTimersByTimeAsync(0)
      }
      sent.push({ text, isLeaving, settle })
      return promise
    },
    isValid: (text) => text !== '',
    publish: (isSaved) => published.push(isSaved),
    delayMs,
  })
  return { saver, sent, published, texts: () => sent.map(({ text }) => text) }
}

test('a pause in typing saves, once', async () => {
  const { saver, sent, texts, published } = field()
  saver.type('a')
  await vi.advanceTimersByTimeAsync(900)
  saver.type('ab ')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(texts()).toEqual(['ab'])
  saver.flush()
  await sent[0]?.settle(true)
  expect(texts()).toEqual(['ab'])
  expect(published.at(-1)).toBe(true)
})

test('a page that closes sends at once, also what has no response yet', async () => {
  const { saver, sent, texts } = field()
  saver.type('a')
  await vi.advanceTimersByTimeAsync(1_000)
  saver.type('ab')
  saver.leave()
  expect(sent.map(({ text, isLeaving }) => [text, isLeaving])).toEqual([
    ['a', false],
    ['ab', true],
  ])
  saver.leave()
  expect(texts()).toEqual(['a', 'ab', 'ab'])
})

test('saves follow each other, and the last text wins', async () => {
  const { saver, sent, texts, published } = field()
  saver.type('a')
  await vi.advanceTimersByTimeAsync(1_000)
  saver.type('ab')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(texts()).toEqual(['a'])
  await sent[0]?.settle(true)
  expect(texts()).toEqual(['a', 'ab'])
  expect(published.at(-1)).toBe(false)
  await sent[1]?.settle(true)
  expect(published.at(-1)).toBe(true)
})

test('a text that goes back to the stored one while another is sent is sent too', async () => {
  const { saver, sent, texts } = field()
  saver.type('a')
  await vi.advanceTimersByTimeAsync(1_000)
  saver.type('old')
  saver.flush()
  await sent[0]?.settle(true)
  expect(texts()).toEqual(['a', 'old'])
})

test('a text that was not saved is tried again when the field is left', async () => {
  const { saver, sent, texts, published } = field()
  saver.type('a')
  await vi.advanceTimersByTimeAsync(1_000)
  await sent[0]?.settle(false)
  expect([saver.hasUnsaved, published.at(-1)]).toEqual([true, false])
  saver.flush()
  await vi.advanceTimersByTimeAsync(0)
  expect(texts()).toEqual(['a', 'a'])
})

test('neither the stored nor an invalid text is sent, and without a delay nothing while typing', async () => {
  const { saver, texts } = field({})
  for (const text of ['old', ' ']) {
    saver.type(text)
    saver.leave()
    saver.flush()
  }
  saver.type('new')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(texts()).toEqual([])
  saver.flush()
  await vi.advanceTimersByTimeAsync(0)
  expect(texts()).toEqual(['new'])
})
