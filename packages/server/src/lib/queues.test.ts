import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLimitedQueue } from './queues.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const refused = { code: 'tooManyRequests', retryAfterSeconds: 1 }

function work() {
  const ends: (() => void)[] = []
  return {
    begun: () => ends.length,
    end: (at: number) => ends[at]?.(),
    begin: () => new Promise<void>((resolve) => void ends.push(resolve)),
  }
}

test('so many at once, the others in the order they came', async () => {
  const { begin, begun, end } = work()
  const inLine = createLimitedQueue({ atOnce: 2, maxWaiting: 9, maxWaitMs: 1_000 })
  const done: string[] = []
  const all = ['a', 'b', 'c', 'd'].map((name) => inLine(begin).then(() => done.push(name)))
  await vi.advanceTimersByTimeAsync(0)
  expect(begun()).toBe(2)
  for (let n = 0; n < 4; n++) {
    end(n)
    await vi.advanceTimersByTimeAsync(0)
  }
  await Promise.all(all)
  expect(done).toEqual(['a', 'b', 'c', 'd'])
})

test('a line that is full refuses at once, and one who waited long enough gives up', async () => {
  const { begin, begun, end } = work()
  const inLine = createLimitedQueue({ atOnce: 1, maxWaiting: 1, maxWaitMs: 1_000 })
  const first = inLine(begin)
  const second = inLine(begin)
  const refusal = expect(second).rejects.toMatchObject(refused)
  await expect(inLine(begin)).rejects.toMatchObject(refused)
  await vi.advanceTimersByTimeAsync(1_000)
  await refusal
  end(0)
  await first
  const third = inLine(begin)
  await vi.advanceTimersByTimeAsync(0)
  expect(begun()).toBe(2)
  end(1)
  await third
})

test('work that fails makes room', async () => {
  const inLine = createLimitedQueue({ atOnce: 1, maxWaiting: 1, maxWaitMs: 1_000 })
  const fails = async () => {
    throw new Error('broken')
  }
  await expect(inLine(fails)).rejects.toThrow('broken')
  await expect(inLine(async () => 'done')).resolves.toBe('done')
})
