import { constants, getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const lowered = `
  import { getPriority } from 'node:os'
  import { parentPort } from 'node:worker_threads'
  import { lowerThreadPriority } from '${new URL('./low-priority.ts', import.meta.url).href}'
  lowerThreadPriority()
  parentPort.postMessage(getPriority())
`

test.runIf(process.platform === 'linux')('a thread goes behind the others of its process', async () => {
  const before = getPriority()
  const code = new URL(`data:text/javascript,${encodeURIComponent(lowered)}`)
  const worker = new Worker(code, { execArgv: process.execArgv })
  const priority = await new Promise<unknown>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  await worker.terminate()
  expect(priority).toBe(Math.max(before, constants.priority.PRIORITY_BELOW_NORMAL))
  expect(getPriority()).toBe(before)
})
