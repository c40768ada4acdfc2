/** Uses the examples in Amazon's documentation of Signature Version 4. */
import { sign } from 'aws4'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signLink, signRequest } from './sign.rules.ts'

const key = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const now = new Date('2013-05-24T00:00:00Z')
const origin = 'https://examplebucket.s3.amazonaws.com'

test('a range of an object', () => {
  const { url, headers } = signRequest(
    { origin, path: '/test.txt' },
    { key, now, headers: { range: 'bytes=0-9' } },
  )
  expect(url).toBe(`${origin}/test.txt`)
  expect(headers).toMatchObject({ range: 'bytes=0-9', 'x-amz-date': '20130524T000000Z' })
  expect(headers.authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

test('a list', () => {
  const query = { prefix: 'J', 'max-keys': '2' }
  const { url, headers } = signRequest({ origin, path: '/', query }, { key, now })
  expect(url).toBe(`${origin}/?max-keys=2&prefix=J`)
  expect(headers.authorization).toContain('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')
})

test('a link', () => {
  const url = signLink({ origin, path: '/test.txt' }, { key, now, seconds: 86_400 })
  expect(new URL(url).searchParams.get('X-Amz-Signature')).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
})

test('names with any character are encoded as the signature has them', () => {
  const { url } = signRequest({ origin, path: "/声 +%/(1)!*'.wav", query: { prefix: 'a b+/' } }, { key, now })
  expect(url).toBe(`${origin}/%E5%A3%B0%20%2B%25/%281%29%21%2A%27.wav?prefix=a%20b%2B%2F`)
})

const headerValue = fc.string({ unit: fc.constantFrom(...'abcXYZ019-=/'), minLength: 1, maxLength: 20 })
const text = fc.string({ unit: 'grapheme', maxLength: 12 })
/** Names that are empty or `__proto__` are never sent, and the other program omits them. */
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => text !== '__proto__')

test('another program signs the same requests the same', () => {
  fc.assert(
    fc.property(text, fc.dictionary(name, text, { maxKeys: 6 }), headerValue, (file, query, note) => {
      const path = `/bucket/${file.replaceAll('/', '_')}`
      const ours = signRequest({ origin, path, query }, { key, now, headers: { 'x-amz-meta-note': note } })
      const target = ours.url.slice(origin.length)
      const { authorization: _, ...headers } = ours.headers
      const theirs = sign(
        { service: 's3', region: key.region, host: new URL(origin).host, path: target, headers },
        key,
      )
      expect(ours.headers.authorization).toBe(theirs.headers?.Authorization)
    }),
  )
})

test('parameters are signed in the order of their names, whatever follows them', () => {
  const { url } = signRequest({ origin, path: '/', query: { 'a-b': '1', a: '1' } }, { key, now })
  expect(url).toBe(`${origin}/?a=1&a-b=1`)
})
