import { expect, test } from 'vitest'
import { StorageError } from '../storage.ts'
import { parseBucketPage, toEntries, toS3Failure } from './bucket-listing.ts'

const listing = (inner: string) =>
  `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</ListBucketResult>`
const object = (key: string, size = '3') =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-20T12:00:00.500Z</LastModified><ETag>&quot;e&quot;</ETag><Size>${size}</Size></Contents>`
const prefix = (key: string) => `<CommonPrefixes><Prefix>${key}</Prefix></CommonPrefixes>`
const faultOf = (act: () => unknown) => {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof StorageError ? error.fault : error
  }
}

test('keys are decoded where they are said to be encoded, and taken as they are where not', () => {
  const url = '<EncodingType>url</EncodingType>'
  const keys = (inner: string) => parseBucketPage(listing(inner)).objects.map(({ key }) => key)
  expect(keys(url + object('a+b%2B%25%E3%81%82%01'))).toEqual(['a b+%あ\u0001'])
  expect(keys(object(' a+b%2B ') + object('&#x1;&amp;'))).toEqual([' a+b%2B ', '\u0001&'])
})

test('what lies in a folder are its keys and prefixes, without the object that keeps it', () => {
  const page = parseBucketPage(listing(object('f/') + object('f/1.wav') + prefix('f/g/')))
  expect(toEntries('f', 'f/', page)).toEqual([
    { ref: 'f/g', name: 'g', kind: 'folder' },
    {
      ref: 'f/1.wav',
      name: '1.wav',
      kind: 'file',
      facts: { sizeBytes: 3, modifiedAt: '2026-11-20T12:00:00.500Z', changedMs: null, hash: 'etag:"e"' },
    },
  ])
})

test('names that are no part of a path are reported as such', () => {
  const page = parseBucketPage(listing(object('f/..') + prefix('f//') + prefix('f/./') + object('../1.wav')))
  expect(toEntries('f', 'f/', page).map(({ kind }) => kind)).toEqual(Array(4).fill('invalidName'))
})

test.each([
  ['a page', '<html></html>'],
  ['half a listing', listing(object('a')).slice(0, -10)],
  ['a size that is none', listing(object('a', '-1'))],
  ['a size nobody has', listing(object('a', '99999999999999999'))],
  ['a page that leads nowhere', listing('<IsTruncated>true</IsTruncated>')],
  ['a key that is no text', listing(`<EncodingType>url</EncodingType>${object('%ff')}`)],
])('%s is damaged', (_what, document) => {
  expect(faultOf(() => parseBucketPage(document))).toBe('damaged')
})

test.each([
  [403, 'InvalidAccessKeyId', 'revoked'],
  [403, 'SignatureDoesNotMatch', 'revoked'],
  [403, 'AccessDenied', 'forbidden'],
  [404, 'NoSuchBucket', 'unavailable'],
  [404, 'NoSuchKey', 'notFound'],
  [503, 'SlowDown', 'rateLimited'],
  [500, 'InternalError', 'unavailable'],
])('%s %s means %s', (status, code, fault) => {
  const body = Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
  expect(toS3Failure({ status, headers: {}, body }).error.fault).toBe(fault)
})

test('a page of a proxy says nothing of files', () => {
  const body = Buffer.from('<html>not found</html>')
  expect(toS3Failure({ status: 404, headers: {}, body }).error.fault).toBe('unavailable')
})
