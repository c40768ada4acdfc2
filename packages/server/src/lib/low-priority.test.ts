import { execFileSync } from 'node:child_process'
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
  const worker = new Worker(code)
  const priority = await new Promise<unknown>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  await worker.terminate()
  expect(priority).toBe(Math.max(before, constants.priority.PRIORITY_BELOW_NORMAL))
  expect(getPriority()).toBe(before)
})

const loweredEngine = `
  import { readdirSync, readFileSync } from 'node:fs'
  import { getPriority } from 'node:os'
  import { lowerEngineThreads } from '${new URL('./low-priority.ts', import.meta.url).href}'
  lowerEngineThreads()
  for (const thread of readdirSync('/proc/self/task'))
    console.log(readFileSync('/proc/self/task/' + thread + '/comm', 'utf8').trim(), getPriority(Number(thread)))
`

test.runIf(process.platform === 'linux')(
  'the threads that collect garbage go behind the one that serves, and it stays where it is',
  () => {
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', loweredEngine], {
      encoding: 'utf8',
    })
    const threads = output.trim().split('\n')
    const engine = threads.filter((thread) => thread.startsWith('V8Worker '))
    const before = getPriority()
    expect(new Set(engine)).toEqual(new Set([`V8Worker ${Math.max(before, 5)}`]))
    expect(
      threads.filter((thread) => !engine.includes(thread)).every((thread) => thread.endsWith(` ${before}`)),
    ).toBe(true)
  },
)

const loweredWhole = `
  import { readdirSync } from 'node:fs'
  import { getPriority } from 'node:os'
  import { lowerProcessPriority } from '${new URL('./low-priority.ts', import.meta.url).href}'
  lowerProcessPriority()
  console.log(JSON.stringify(readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)))))
`

test.runIf(process.platform === 'linux')(
  'every thread of a process goes behind, those that were there before too',
  () => {
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', loweredWhole], {
      encoding: 'utf8',
    })
    const priorities: unknown = JSON.parse(output)
    expect(new Set(Array.isArray(priorities) ? priorities : [])).toEqual(
      new Set([constants.priority.PRIORITY_LOW]),
    )
  },
)
