import { PassThrough } from 'node:stream'
import { generationOf } from '@koedana/catalogue/testing/generation-of.ts'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createLog, recentErrorsOf } from '../lib/log.ts'
import { createThreadGroup } from './group.ts'
import { superviseThreads } from './supervise.ts'

const module = new URL('./testing/brief-thread.ts', import.meta.url)
const acts = { lasts: 0, dies: 1, hangs: 2 }

function supervised(act: keyof typeof acts) {
  const group = createThreadGroup(3)
  group.readers.attend({ ...generationOf([]), seq: 0, day: 0, saved: Promise.resolve(undefined) }, () => {})
  const log = createLog('warn', new PassThrough().resume())
  const threads = superviseThreads({
    group,
    database: { seat: () => undefined },
    order: { config: readConfig({}), serverPort: acts[act] },
    log,
    module,
    pace: { againMs: 1, heartbeatMs: 20, stopMs: 100 },
  })
  return { threads, said: () => recentErrorsOf(log).map(({ text }) => text) }
}

test('threads take requests, and end in their own time when they are ordered to', async () => {
  const { threads, said } = supervised('lasts')
  await threads.listening
  await threads.stop()
  expect(said()).toEqual([])
})

test('a thread that dies is replaced, and where they keep dying the server is to end', async () => {
  const { threads, said } = supervised('dies')
  await expect(threads.failed).rejects.toThrow('threads that take requests keep ending')
  expect(
    said().filter((text) => text === 'a thread that takes requests has ended (Error)').length,
  ).toBeGreaterThan(5)
  await threads.stop()
})

test('a thread that responds no more is ended, and replaced', async () => {
  const { threads, said } = supervised('hangs')
  await expect.poll(said).toContain('a thread that takes requests hangs: it is ended')
  await expect(threads.failed).rejects.toThrow('keep ending')
  await threads.stop()
})
