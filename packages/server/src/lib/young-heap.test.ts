import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const young = new URL('./young-heap.ts', import.meta.url).href

const busy = `
  import { parentPort } from 'node:worker_threads'
  import { getHeapSpaceStatistics } from 'node:v8'
  let kept = []
  for (let at = 0; at < 3_000_000; at++) kept.length < 40_000 ? kept.push({ at }) : (kept = [])
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  parentPort.postMessage(space.space_size)
`

const started = `
  import { Worker } from 'node:worker_threads'
  import { minYoungHeap, allowThreadHeapLimits, defaultYoungHeap } from '${young}'
  allowThreadHeapLimits()
  for (const resourceLimits of [minYoungHeap, defaultYoungHeap]) {
    const worker = new Worker(${JSON.stringify(busy)}, { eval: true, resourceLimits })
    console.log(await new Promise((resolve) => worker.once('message', resolve)) / 2 ** 20)
  }
`

test('threads have the room for what is short-lived that they are given, whatever the process was started with', () => {
  const flags = ['--max-semi-space-size=8', '--input-type=module', '-e', started]
  const output = execFileSync(process.execPath, flags, { encoding: 'utf8' })
  const [least, usual] = output.trim().split('\n').map(Number)
  expect(least).toBeLessThanOrEqual(4)
  expect(usual).toBeGreaterThan(4)
  expect(usual).toBeLessThanOrEqual(16)
})

const hoarding = (first: string) => `
  import { getHeapStatistics } from 'node:v8'
  import { limitHeapGrowth } from '${young}'
  ${first}
  const held = Array.from({ length: 300_000 }, (_, at) => ({ at }))
  let [most, kept] = [0, []]
  for (let at = 0; at < 10_000_000; at++) {
    kept.length < 100_000 ? kept.push({ at }) : (kept = [])
    if (at % 1_000 === 0) most = Math.max(most, getHeapStatistics().total_heap_size)
  }
  console.log(most, held.length)
`

test('a process that keeps its heap small collects what nothing holds before it is much', () => {
  const maxOf = (first: string) => {
    const flags = ['--input-type=module', '-e', hoarding(first)]
    return Number(execFileSync(process.execPath, flags, { encoding: 'utf8' }).split(' ')[0])
  }
  expect(maxOf('limitHeapGrowth()')).toBeLessThan(maxOf('') * 0.75)
})

test('every thread says how much room it has, since it would grow further than a server does', () => {
  const root = join(import.meta.dirname, '..')
  const sources = globSync('**/*.ts', { cwd: root }).filter((path) => !/\.test\.ts$|testing\//.test(path))
  const silent = sources.filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return text.includes('new Worker(') && !text.includes('resourceLimits')
  })
  expect(silent).toEqual([])
})
