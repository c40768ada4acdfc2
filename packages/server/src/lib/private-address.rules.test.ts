import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPrivate, isPublic } from './private-address.rules.ts'

const inside = ['127.0.0.1', '10.1.2.3', '172.31.255.255', '192.168.0.1', '169.254.169.254']
const special = ['0.0.0.0', '100.64.0.1', '100.127.255.255', '192.0.0.8', '224.0.0.251', '255.255.255.255']

test.each([...inside, ...special])('%s is not public, however it is written in IPv6', (address) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  for (const form of [address, `::ffff:${address}`, `::ffff:${hex}`, `64:ff9b::${hex}`, `::${hex}`])
    expect(`${form} ${isPublic(form)}`).toBe(`${form} false`)
})

test.each(['::', '::1', 'fe80::1', 'fd12::1', 'ff02::1', '2002:7f00:1::', '2001::1', 'localhost', ''])(
  '%s is not public',
  (address) => expect(isPublic(address)).toBe(false),
)

test.each([
  '93.184.216.34',
  '172.32.0.1',
  '100.128.0.1',
  '198.18.0.5',
  '2606:4700::1111',
  '64:ff9b::5db8:d822',
])('%s is public', (address) => expect(isPublic(address)).toBe(true))

test('nothing private is ever public', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => !(isPrivate(address) && isPublic(address))),
  )
})
