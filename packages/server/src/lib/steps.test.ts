import { expect, test } from 'vitest'
import { collectInSteps } from './steps.ts'

test('what is long is read a few at a time, in order, and others are served between two steps', async () => {
  const happened: string[] = []
  const numbers = Array.from({ length: 5 }, (_, at) => at)
  const reading = collectInSteps(numbers, 2, (some) => {
    happened.push(some.join())
    setImmediate(() => happened.push('other'))
    return some.map((one) => one * 10)
  })
  expect(await reading).toEqual([0, 10, 20, 30, 40])
  expect(happened).toEqual(['0,1', 'other', '2,3', 'other', '4'])
  expect(await collectInSteps([], 2, () => [1])).toEqual([])
})
