import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairYield } from './fair-yield.ts'

test('one goes on each time round the loop, in the order of calls, and others in between', async () => {
  const yieldInTurn = createFairYield()
  const done: string[] = []
  const work = async (name: string) => {
    await yieldInTurn()
    done.push(name)
  }
  const all = [work('first'), work('second'), work('third')]
  await setImmediate()
  done.push('another')
  await Promise.all([...all, work('fourth')])
  expect(done).toHaveLength(5)
  expect(done.indexOf('another')).toBeLessThan(done.indexOf('third'))
  expect(done.filter((name) => name !== 'another')).toEqual(['first', 'second', 'third', 'fourth'])
  await work('fifth')
  expect(done.at(-1)).toBe('fifth')
})
