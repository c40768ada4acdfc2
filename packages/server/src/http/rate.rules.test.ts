import { expect, test } from 'vitest'
import { type Bucket, defaultAllowances, takeToken } from './rate.rules.ts'

const allowance = { burst: 3, perSecond: 0.5 }

test('a burst goes through at once, then what flows in, and the wait is given in whole seconds', () => {
  const bucket: Bucket = { tokens: 3, at: 0 }
  const waits = (times: number[]) => times.map((at) => takeToken(bucket, allowance, at))
  expect(waits([0, 0, 0, 0])).toEqual([undefined, undefined, undefined, 2])
  expect(waits([1_000, 1_999])).toEqual([1, 1])
  expect(waits([2_000, 2_000])).toEqual([undefined, 2])
})

test('a caller who waits that long gets in', () => {
  const bucket: Bucket = { tokens: 0.3, at: 0 }
  const wait = takeToken(bucket, allowance, 0) ?? 0
  expect(takeToken(bucket, allowance, wait * 1000)).toBeUndefined()
})

test('however long nobody calls, there is one burst, and a clock set back takes nothing', () => {
  const bucket: Bucket = { tokens: 3, at: 1_000_000 }
  expect(takeToken(bucket, allowance, 0)).toBeUndefined()
  expect(bucket.tokens).toBe(2)
  takeToken(bucket, allowance, 1e12)
  expect(bucket.tokens).toBe(2)
})

test('a family of six that turns a page each second for an hour meets no bound', () => {
  const each = { read: 10, write: 1, credential: 0, media: 30 }
  for (const rate of ['read', 'write', 'media'] as const) {
    const { perPerson, perAddress } = defaultAllowances[rate]
    const one: Bucket = { tokens: perPerson.burst, at: 0 }
    const house: Bucket = { tokens: perAddress.burst, at: 0 }
    for (let second = 0; second < 3_600; second++) {
      for (let n = 0; n < each[rate]; n++) expect(takeToken(one, perPerson, second * 1000)).toBeUndefined()
      for (let n = 0; n < 6 * each[rate]; n++) takeToken(house, perAddress, second * 1000)
    }
    expect(house.tokens).toBeGreaterThan(0)
  }
})

test('a class of a hundred signs in at once', () => {
  const { perAddress } = defaultAllowances.credential
  const bucket: Bucket = { tokens: perAddress.burst, at: 0 }
  for (let n = 0; n < 100; n++) expect(takeToken(bucket, perAddress, 0)).toBeUndefined()
})
