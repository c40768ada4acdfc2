import { expect, test } from 'vitest'
import { adaptiveTtlCache } from './adaptive-ttl-cache.ts'

/** Returns a `read` function that takes this many milliseconds on a fake clock. */
function readings(takes: number) {
  let time = 0
  let count = 0
  const read = async () => {
    time += takes
    count += 1
    return count
  }
  return { send: adaptiveTtlCache(read, () => time), pass: (ms: number) => (time += ms) }
}

test('a quick one is read anew each time', async () => {
  const { send } = readings(49)
  expect([await send(), await send()]).toEqual([1, 2])
})

test('a slow one is kept a hundred times as long as it took', async () => {
  const { send, pass } = readings(200)
  expect(await send()).toBe(1)
  pass(19_999)
  expect(await send()).toBe(1)
  pass(1)
  expect(await send()).toBe(2)
})

test('one that fails is tried again', async () => {
  let isBroken = true
  const send = adaptiveTtlCache(async () => {
    if (isBroken) throw new Error('busy')
    return 'read'
  })
  await expect(send()).rejects.toThrow('busy')
  isBroken = false
  expect(await send()).toBe('read')
})

test('a slow one is not kept for another version', async () => {
  const { send } = readings(200)
  expect(await send('before')).toBe(1)
  expect(await send('before')).toBe(1)
  expect(await send('after the scan')).toBe(2)
})
