import { expect, test } from 'vitest'
import { runInSteps } from './run-in-steps.ts'

function* stepsOf(count: number, step: () => void): Generator<void, number> {
  for (let at = 0; at < count; at++) {
    step()
    yield
  }
  return count
}

function busyFor(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

test('others have their turn between steps that take long', async () => {
  const order: string[] = []
  const result = runInSteps(
    stepsOf(4, () => {
      busyFor(3)
      order.push('step')
    }),
  )
  setImmediate(() => order.push('other'))
  expect(await result).toBe(4)
  expect(order.indexOf('other')).toBeLessThan(order.lastIndexOf('step'))
})

test('a step that fails ends the work', async () => {
  const failing = stepsOf(2, () => {
    throw new Error('no')
  })
  await expect(runInSteps(failing)).rejects.toThrow('no')
})
