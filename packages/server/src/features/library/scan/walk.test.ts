import { expect, test } from 'vitest'
import { createMemoryStorage } from '../../storages/testing/memory-storage.ts'
import { collectFaults } from './scan.ts'
import { walk } from './walk.ts'

function shelf() {
  const memory = createMemoryStorage()
  for (let at = 0; at < 120; at += 1) memory.put(`RJ334212/${at}.wav`, `sound ${at}`)
  memory.put('RJ334213/1.wav', 'one')
  const faults = collectFaults()
  return { ...memory, faults, walked: () => walk(memory.storage, faults) }
}

test('a drive is walked page by page, and each file costs no call of its own', async () => {
  const { walked, failWith, faults } = shelf()
  failWith('rateLimited', ({ name }) => name === 'stat')
  const { tree, factsOf } = await walked()
  expect(tree.folders.map(({ name, files }) => [name, files.length])).toEqual([
    ['RJ334212', 120],
    ['RJ334213', 1],
  ])
  expect(tree.folders[0]?.files.slice(0, 3)).toEqual(['0.wav', '1.wav', '2.wav'])
  expect(await factsOf('RJ334212/7.wav')).toMatchObject({ sizeBytes: 7, changedMs: null })
  expect(faults.list()).toEqual([])
})

test.each([
  ['unavailable', 'away'],
  ['rateLimited', 'rateLimited'],
  ['revoked', 'linkAgain'],
  ['damaged', 'wrongAnswer'],
  ['forbidden', 'unreadable'],
] as const)(
  'a folder whose second page is %s is unreadable as a whole: nothing in it may be taken for gone',
  async (fault, reason) => {
    const { walked, failWith, faults } = shelf()
    failWith(fault, ({ name, page }) => name === 'list' && page !== undefined)
    const { tree, isUnreadable } = await walked()
    expect(tree.folders.map(({ name, files }) => [name, files.length])).toEqual([
      ['RJ334212', 0],
      ['RJ334213', 1],
    ])
    expect(isUnreadable('RJ334212/0.wav')).toBe(true)
    expect(isUnreadable('RJ334213/1.wav')).toBe(false)
    expect(faults.list()).toEqual([{ path: 'RJ334212', reason }])
  },
)

test('pages that lead to each other end the folder, not the scan', async () => {
  const { storage, put } = createMemoryStorage()
  put('1.wav', 'one')
  const faults = collectFaults()
  const list = async () => ({ entries: [], next: 'again' })
  const { isUnreadable } = await walk({ ...storage, list }, faults)
  expect(isUnreadable('1.wav')).toBe(true)
})

test('no path is made of a name that would lead elsewhere', async () => {
  const { storage, put } = createMemoryStorage()
  put('..', 'x')
  put('RJ334212/1.wav', 'x')
  const faults = collectFaults()
  const { tree } = await walk(storage, faults)
  expect(tree.files).toEqual([])
  expect(faults.list()).toEqual([{ path: '..', reason: 'invalidName' }])
})
