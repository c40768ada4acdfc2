import { expect, test } from 'vitest'
import { answerOf, createAnswerCache } from './answer-cache.ts'

const body = (letter: string, bytes = 10_000) => Buffer.alloc(bytes, letter)

test('the answers that are used stay within the bound, found by either text', () => {
  const cache = createAnswerCache(100_000)
  cache.keep('mine', answerOf(body('m'), '1'))
  cache.remember('address', 'mine')
  for (let at = 0; at < 50; at++) {
    cache.keep(`other ${at}`, answerOf(body('o'), '1'))
    expect(cache.recall('address', '1')?.content).toBe(answerOf(body('m'), '').content)
    expect(cache.bytes()).toBeLessThanOrEqual(100_000)
  }
  expect(cache.find('other 0', '1')).toBeUndefined()
  expect(cache.find('other 49', '1')).toBeDefined()
})

test('an answer of another version is forgotten, with its texts and its bytes', () => {
  const cache = createAnswerCache(100_000)
  cache.keep('key', answerOf(body('a'), '1'))
  cache.remember('address', 'key')
  expect(cache.find('key', '2')).toBeUndefined()
  expect(cache.recall('address', '1')).toBeUndefined()
  expect(cache.bytes()).toBe(0)
})

test('an answer takes the place of the one before; one that is larger than all is not kept', () => {
  const cache = createAnswerCache(100_000)
  cache.keep('key', answerOf(body('a'), '1'))
  const bytes = cache.bytes()
  cache.keep('key', answerOf(body('b'), '1'))
  expect(cache.bytes()).toBe(bytes)
  cache.keep('large', answerOf(body('c', 200_000), '1'))
  expect(cache.find('large', '1')).toBeUndefined()
  expect(cache.find('key', '1')).toBeDefined()
})

test('a short answer is sent as it is', () => {
  expect(answerOf(body('a', 1_000), '1').form('br').encoding).toBe('identity')
  expect(answerOf(body('a', 1_024), '1').form('br').encoding).toBe('br')
})
