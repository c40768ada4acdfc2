import { expect, test } from 'vitest'
import { rateLimitNetworkOf } from '../../lib/addresses.rules.ts'
import {
  accountBucket,
  accountSignInsBucket,
  addressBucket,
  addressSignInsBucket,
  appSignInsBucket,
  creatorBucket,
  homeBucket,
  knownBucket,
  knownMs,
  ownBucket,
  perAccount,
  perAccountSignIns,
  perAddress,
  perAddressSignIns,
  perCreator,
  perSecret,
  perSite,
  secretKindOf,
  sessionBucket,
  siteBucket,
  waitSeconds,
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
  expect(rateLimitNetworkOf(address)).toBe(network)
})

test('usernames that compare equal share a bucket, and a longer name has no longer bucket', () => {
  const bucketOf = (username: string) => accountBucket('password', username)
  expect(bucketOf('Ａlice')).toBe(bucketOf('alice'))
  expect(bucketOf('alice')).not.toBe(bucketOf('alicf'))
  expect(bucketOf('x'.repeat(500))).toHaveLength(bucketOf('x').length)
})

test('the wait begins after the last attempt and ends with the window, never at zero', () => {
  const now = new Date('2026-11-20T12:00:00.000Z')
  const resetsAt = '2026-11-20T12:10:00.500Z'
  expect(waitSeconds({ count: 10, resetsAt }, { max: 10, now })).toBeUndefined()
  expect(waitSeconds({ count: 11, resetsAt }, { max: 10, now })).toBe(601)
  expect(waitSeconds({ count: 11, resetsAt: now.toISOString() }, { max: 10, now })).toBe(1)
})

test('each reason to count has a bucket of its own', () => {
  const bucketsOf = (username: string, address: string) => [
    accountBucket('password', username),
    accountBucket('random', username),
    accountSignInsBucket(username),
    appSignInsBucket(username),
    sessionBucket(username),
    ownBucket('password', username, address),
    ownBucket('random', username, address),
    knownBucket(username, address),
    addressBucket('password', address),
    addressBucket('random', address),
    addressSignInsBucket(address),
    homeBucket(address),
    creatorBucket(address),
    siteBucket('password', address),
    siteBucket('random', address),
  ]
  const buckets = bucketsOf('alice', '2001:db8:1:2::9')
  expect(buckets).not.toContain(undefined)
  expect(new Set(buckets).size).toBe(buckets.length)
  expect(bucketsOf('Ａlice', '2001:db8:1:2::8')).toEqual(buckets)
  const shared = (others: (string | undefined)[]) =>
    others.filter((bucket) => buckets.includes(bucket)).length
  // Five buckets of only the account, then seven of only the address.
  expect(shared(bucketsOf('alice', '192.0.2.7'))).toBe(5)
  expect(shared(bucketsOf('midori', '2001:db8:1:2::9'))).toBe(7)
  expect(siteBucket('password', '192.0.2.7')).toBeUndefined()
})

test('windows last 15 minutes for wrong secrets, an hour for the rest, and 30 days for a known address', () => {
  const minutesOf = ({ windowMs }: { readonly windowMs: number }) => windowMs / 60_000
  expect([perAccount, perAddress, perSite, perSecret].map(minutesOf)).toEqual([15, 15, 15, 15])
  expect([perAddressSignIns, perAccountSignIns, perCreator].map(minutesOf)).toEqual([60, 60, 60])
  expect(knownMs / 60_000).toBe(30 * 24 * 60)
})

test.each([
  ['abcdefghjkmnpqrstuvwxyz2', 'random'],
  ['abcdefghjkmnpqrstuvwxyz', 'password'],
  ['abcdefghjkmnpqrstuvwxyzl', 'password'],
  ['lantern moss 7', 'password'],
  ['', 'password'],
])('%j counts as a %s', (secret, kind) => {
  expect(secretKindOf(secret)).toBe(kind)
})
