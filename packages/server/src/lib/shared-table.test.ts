import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { openSharedTable, sharedTableMemory } from './shared-table.ts'

const size = { records: 64, numbers: 2 }

test('a record is begun once, and stays for every thread', () => {
  const memory = sharedTableMemory(size)
  const [one, other] = [openSharedTable(memory, size), openSharedTable(memory, size)]
  const read = (table: typeof one, name: string) =>
    table.with(
      name,
      (record) => record.fill(7),
      (record) => {
        const before = [...record]
        record[0] = (record[0] ?? 0) + 1
        return before
      },
    )
  expect(read(one, 'anna')).toEqual([7, 7])
  expect(read(other, 'anna')).toEqual([8, 7])
  expect(read(one, 'ben')).toEqual([7, 7])
  expect(read(one, 'anna')).toEqual([9, 7])
})

test('more names than there is room for push out those used longest ago', () => {
  const table = openSharedTable(sharedTableMemory(size), size)
  const isKnown = (name: string) => {
    let isNew = false
    table.with(
      name,
      () => {
        isNew = true
      },
      () => {},
    )
    return !isNew
  }
  isKnown('mine')
  for (let at = 0; at < 2_000; at++) {
    isKnown(`name ${at}`)
    expect(isKnown('mine')).toBe(true)
  }
  expect(isKnown('name 0')).toBe(false)
  expect(isKnown('name 1999')).toBe(true)
})

test('threads that count at the same time lose nothing', async () => {
  const memory = sharedTableMemory(size)
  const module = new URL('./shared-table.ts', import.meta.url).href
  const text = `
    const { workerData } = require('node:worker_threads')
    import(workerData.module).then(({ openSharedTable }) => {
      const table = openSharedTable(workerData.memory, workerData.size)
      for (let at = 0; at < 20000; at++) table.with('count', () => {}, (record) => { record[0] += 1 })
    })`
  const ended = [1, 2].map(
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker(text, { eval: true, workerData: { module, memory, size } })
        worker.once('error', reject)
        worker.once('exit', resolve)
      }),
  )
  await Promise.all(ended)
  const count = openSharedTable(memory, size).with(
    'count',
    () => {},
    (record) => record[0],
  )
  expect(count).toBe(40_000)
})

test('a lock that its thread took along is not waited for without end', () => {
  const memory = sharedTableMemory(size)
  Atomics.store(new Int32Array(memory, 0, 1), 0, 1)
  const table = openSharedTable(memory, size)
  expect(
    table.with(
      'anna',
      () => {},
      () => 'here',
    ),
  ).toBe('here')
})
