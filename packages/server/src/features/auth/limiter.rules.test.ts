import { expect, test } from 'vitest'
import { networkOf } from '../../lib/addresses.rules.ts'
import {
  accountBucket,
  addressBucket,
  knownBucket,
  knownMs,
  loginBucket,
  minterBucket,
  ownBucket,
  perAccount,
  perAccountWide,
  perAddress,
  perAddressWide,
  perMinter,
  perSite,
  siteBucket,
  waitSeconds,
  wideBucket,
} from './limiter.rules.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['', ''],
])('the address %j is counted as %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('names that are read alike are one bucket, and no bucket is longer for a longer name', () => {
  expect(accountBucket('Ａlice')).toBe(accountBucket('alice'))
  expect(accountBucket('alice')).not.toBe(accountBucket('alicf'))
  expect(accountBucket('x'.repeat(500))).toHaveLength(accountBucket('x').length)
})

test('the wait begins after the last try and ends with the window, never at zero', () => {
  const now = new Date('2026-11-20T12:00:00.000Z')
  const resetsAt = '2026-11-20T12:10:00.500Z'
  expect(waitSeconds({ count: 10, resetsAt }, { most: 10, now })).toBeUndefined()
  expect(waitSeconds({ count: 11, resetsAt }, { most: 10, now })).toBe(601)
  expect(waitSeconds({ count: 11, resetsAt: now.toISOString() }, { most: 10, now })).toBe(1)
})

test('what is counted for different reasons is in different buckets', () => {
  const bucketsOf = (username: string, address: string) => [
    accountBucket(username),
    loginBucket(username),
    ownBucket(username, address),
    knownBucket(username, address),
    addressBucket(address),
    wideBucket(address),
    minterBucket(address),
    siteBucket(address),
  ]
  const buckets = bucketsOf('alice', '2001:db8:1:2::9')
  expect(buckets).not.toContain(undefined)
  expect(new Set(buckets).size).toBe(buckets.length)
  expect(bucketsOf('Ａlice', '2001:db8:1:2::8')).toEqual(buckets)
  const shared = (others: (string | undefined)[]) =>
    others.filter((bucket) => buckets.includes(bucket)).length
  // An account, and its logins, wherever they come from; then all that is counted by address.
  expect(shared(bucketsOf('alice', '192.0.2.7'))).toBe(2)
  expect(shared(bucketsOf('midori', '2001:db8:1:2::9'))).toBe(4)
  expect(siteBucket('192.0.2.7')).toBeUndefined()
})

test('windows are a quarter of an hour for wrong tries, an hour for all, and a month for a known address', () => {
  const minutesOf = ({ windowMs }: { readonly windowMs: number }) => windowMs / 60_000
  expect([perAccount, perAddress, perSite].map(minutesOf)).toEqual([15, 15, 15])
  expect([perAddressWide, perAccountWide, perMinter].map(minutesOf)).toEqual([60, 60, 60])
  expect(knownMs / 60_000).toBe(30 * 24 * 60)
})
