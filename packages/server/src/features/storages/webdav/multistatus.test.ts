import { expect, test } from 'vitest'
import { StorageError } from '../storage.ts'
import { parseMultistatus, rootName } from './multistatus.ts'

const url = new URL('https://nas.example/dav/my%20shelf/')
const file = (href: string, props = '<getcontentlength>3</getcontentlength>') =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`
const folder = (href: string) => file(href, '<d:resourcetype><d:collection/></d:resourcetype>')
const multistatus = (...responses: string[]) =>
  `<d:multistatus xmlns:d="DAV:">${folder('/dav/my%20shelf/')}${responses.join('')}</d:multistatus>`
const entries = (...responses: string[]) =>
  parseMultistatus(multistatus(...responses), { ref: 'x', url }).entries

test.each([
  ['/dav/my%20shelf/1.wav', '1.wav'],
  ['/dav/my shelf/1.wav', '1.wav'],
  ['http://inner:8080/dav/my%20shelf/%E9%9F%B3.wav', '音.wav'],
  ['1.wav', '1.wav'],
  ['./1.wav', '1.wav'],
  ['/dav/my%20shelf/100%.wav', '100%.wav'],
  ['/dav/my%20shelf/a%2520b&amp;c.wav', 'a%20b&c.wav'],
])('%j is a file of the folder', (href, name) => {
  const facts = { sizeBytes: 3, modifiedAt: '1970-01-01T00:00:00.000Z', changedMs: null }
  expect(entries(file(href))).toEqual([{ ref: `x/${name}`, name, kind: 'file', facts }])
})

test.each([
  '/dav/elsewhere/1.wav',
  '/etc/passwd',
  '../1.wav',
  '/dav/my%20shelf/..',
  '/dav/my%20shelf/%2e%2e',
  '/dav/my%20shelf/%2e%2e/secret',
  '/dav/my%20shelf/..%2fsecret',
  '/dav/my%20shelf/a%00b',
  '/dav/my%20shelf/%ff.wav',
  '//dav/elsewhere/1.wav',
  'https://evil.example/1.wav',
])('%j is reported as no name', (href) => {
  expect(entries(file(href)).map(({ kind }) => kind)).toEqual(['invalidName'])
})

test('what lies deeper, or is reported twice, is reported once where it lies', () => {
  expect(entries(file('/dav/my%20shelf/a/1.wav'), folder('/dav/my%20shelf/a'), folder('./a/'))).toEqual([
    { ref: 'x/a', name: 'a', kind: 'folder' },
  ])
})

test('properties that the server does not have do not count', () => {
  const missing =
    '<d:propstat><d:prop><getcontentlength>9</getcontentlength></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat>'
  const [entry] = entries(file('1.wav').replace('<d:propstat>', `${missing}<d:propstat>`))
  expect(entry?.facts?.sizeBytes).toBe(3)
})

test.each(['-1', '1e9', '', 'NaN', '99999999999999999999'])('%j is no size', (size) => {
  const [entry] = entries(file('1.wav', `<getcontentlength>${size}</getcontentlength>`))
  expect(entry?.facts).toBeUndefined()
})

test.each([
  ['half an answer', multistatus(file('1.wav')).slice(0, -5)],
  ['a page', '<html><body>Sign in</body></html>'],
  ['an answer about another folder', multistatus().replace('/dav/my%20shelf/', '/dav/')],
])('%s is damaged', (_what, document) => {
  expect(() => parseMultistatus(document, { ref: '', url })).toThrow(new StorageError('damaged'))
})

test('a response about nothing has neither the folder nor entries: the caller asks for the folder', () => {
  const { self, entries } = parseMultistatus('<multistatus xmlns="DAV:"/>', { ref: '', url })
  expect([self, entries]).toEqual([undefined, []])
})

test('the root is called what the address calls it', () => {
  expect(rootName(url)).toBe('my shelf')
  expect(rootName(new URL('https://nas.example'))).toBe('nas.example')
})
