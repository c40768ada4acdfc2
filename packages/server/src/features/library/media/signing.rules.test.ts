import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  expiryFor,
  mediaLifetimeSeconds,
  readCoverLink,
  readMediaLink,
  signCover,
  signMedia,
} from './signing.rules.ts'

const secret = 'a secret of this server'
const now = new Date('2026-11-20T12:00:00Z')
const claim = { fileId: 'file-1', session: 'session-1', epoch: 'epoch-1', expiresAt: expiryFor(now) }
const signature = signMedia(secret, claim)
const requested = { fileId: 'file-1', epoch: 'epoch-1', signature, now }

test('a link holds for its file, epoch and time', () => {
  expect(readMediaLink(secret, requested)).toMatchObject({ session: 'session-1' })
})

test.each([
  ['another file', { fileId: 'file-2' }],
  ['another session written into it', { signature: signature.replace('session-1', 'session-2') }],
  ['a visitor', { signature: signature.replace('session-1', '') }],
  ['after its expiry', { now: new Date(claim.expiresAt * 1000) }],
  [
    'a later expiry written into it',
    { signature: signature.replace(/^[^.]+/, (claim.expiresAt + 900).toString(36)) },
  ],
  ['a leading zero written into it', { signature: `0${signature}` }],
  ['nothing', { signature: '' }],
  ['a cut hash', { signature: signature.slice(0, -1) }],
])('a link does not hold for %s', (_, change) => {
  expect(readMediaLink(secret, { ...requested, ...change })).toBeUndefined()
})

test('a link of a visitor holds for its epoch', () => {
  const visited = signMedia(secret, { ...claim, session: undefined })
  expect(readMediaLink(secret, { ...requested, signature: visited })).toEqual({
    expiresAt: claim.expiresAt,
  })
  expect(readMediaLink(secret, { ...requested, epoch: 'epoch-2', signature: visited })).toBeUndefined()
})

test('a link of a share holds for it alone, and is no session of the same name', () => {
  const shared = signMedia(secret, { ...claim, session: undefined, share: 'session-1' })
  expect(readMediaLink(secret, { ...requested, signature: shared })).toMatchObject({ share: 'session-1' })
  for (const [from, to] of [
    ['~session-1', 'session-1'],
    ['~session-1', '~session-2'],
    ['~session-1', '~'],
    ['~session-1', ''],
    ['~session-1', '~~session-1'],
  ] as const) {
    const signature = shared.replace(from, to)
    expect(readMediaLink(secret, { ...requested, signature })).toBeUndefined()
  }
  const asShare = signature.replace('session-1', '~session-1')
  expect(readMediaLink(secret, { ...requested, signature: asShare })).toBeUndefined()
})

test('another secret signs other links', () => {
  expect(readMediaLink('another secret', requested)).toBeUndefined()
})

test('any change of one character breaks a link', () => {
  const position = fc.integer({ min: 0, max: signature.length - 1 })
  fc.assert(
    fc.property(position, fc.string({ minLength: 1, maxLength: 1 }), (index, character) => {
      const changed = signature.slice(0, index) + character + signature.slice(index + 1)
      const read = readMediaLink(secret, { ...requested, signature: changed })
      expect(read !== undefined).toBe(changed === signature)
    }),
  )
})

test('links given within a quarter of an hour are the same, and live at least the promised time', () => {
  expect(expiryFor(new Date('2026-11-20T12:00:01Z'))).toBe(expiryFor(new Date('2026-11-20T12:14:59Z')))
  expect(expiryFor(now) - now.getTime() / 1000).toBeGreaterThanOrEqual(mediaLifetimeSeconds)
})

const epochs = { all: '', r15: 'one', r18: 'two' }
const cover = { workId: 'RJ90000001', version: 'abc' }

test('a cover link holds for its work, version, age and epoch alone', () => {
  const link = { ...cover, signature: signCover(secret, { ...cover, age: 'r18', epoch: 'two' }) }
  expect(readCoverLink(secret, link, epochs)).toBe('r18')
  expect(readCoverLink(secret, { ...link, workId: 'RJ90000002' }, epochs)).toBeUndefined()
  expect(readCoverLink(secret, { ...link, version: 'abd' }, epochs)).toBeUndefined()
  expect(readCoverLink(secret, link, { ...epochs, r15: 'three' })).toBe('r18')
  expect(readCoverLink(secret, link, { ...epochs, r18: 'three' })).toBeUndefined()
  expect(readCoverLink('another secret', link, epochs)).toBeUndefined()
})

test('parts of a cover link do not run together', () => {
  const of = (workId: string, version: string) =>
    signCover(secret, { workId, version, age: 'all', epoch: '' })
  expect(of('ab', 'c')).not.toBe(of('a', 'bc'))
})
