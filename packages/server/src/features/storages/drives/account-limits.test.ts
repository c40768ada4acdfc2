import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { smallYoungHeap } from '../../../lib/young-heap.ts'
import { createLimitMemory, openAccountLimits } from './account-limits.ts'

const perSecond = 0.001

test('a thread waits for the calls and the open bodies of another one, and not for those of another account', async () => {
  const memory = createLimitMemory()
  const limits = openAccountLimits(memory)('aliyun_drive 1')
  await limits.pace({ all: perSecond })('link')
  await openAccountLimits(memory)('aliyun_drive 2').pace({ all: perSecond })('link')
  const done = Promise.withResolvers<void>()
  const held = [1, 2].map(() => limits.readers(2).hold(() => done.promise))
  const worker = new Worker(new URL('./testing/limits-thread.ts', import.meta.url), {
    workerData: { memory, account: 'aliyun_drive 1', perSecond },
    resourceLimits: smallYoungHeap,
  })
  expect(await once(worker, 'message')).toEqual([['own call', 'own place']])
  done.resolve()
  await Promise.all(held)
  expect(await once(worker, 'message')).toEqual([['own call', 'own place', 'shared place']])
  await once(worker, 'exit')
})

test('a failure gives its place back', async () => {
  const readers = openAccountLimits(createLimitMemory())('aliyun_drive 1').readers(1)
  const failed = readers.hold(async () => {
    throw new Error('the connection broke')
  })
  await expect(failed).rejects.toThrow('the connection broke')
  expect(await readers.hold(async () => 'read')).toBe('read')
})
