import { expect, test } from 'vitest'
import { XmlError } from '../../storages/remote/xml.rules.ts'
import { createWriter } from './multistatus.rules.ts'
import { readPropfind } from './propfind.rules.ts'

test.each([
  ['', { kind: 'all' }],
  [
    '<?xml version="1.0"?>\n<!-- all --><propfind xmlns="DAV:"><allprop/><include><a/></include></propfind>',
    { kind: 'all' },
  ],
  ["<D:propfind xmlns:D='DAV:'><D:propname/></D:propfind>", { kind: 'names' }],
  [
    '<a:propfind xmlns:a="DAV:" xmlns="urn:b"><a:prop><a:getetag/><one c="d>"><two/></one><x:n xmlns:x="DAV:"></x:n></a:prop></a:propfind>',
    {
      kind: 'some',
      props: [
        { space: 'DAV:', name: 'getetag' },
        { space: 'urn:b', name: 'one' },
        { space: 'DAV:', name: 'n' },
      ],
    },
  ],
  ['<propfind xmlns="DAV:"><prop/></propfind>', { kind: 'some', props: [] }],
])('%s', (body, expected) => {
  expect(readPropfind(body)).toEqual(expected)
})

const inside = (text: string) => `<propfind xmlns="DAV:">${text}</propfind>`

test.each([
  'text',
  '<propfind/>',
  '<propfind xmlns="urn:other"><allprop/></propfind>',
  '<propfind xmlns="DAV:">',
  inside(''),
  inside('<allprop/><propname/>'),
  inside('<prop></propfind>'),
  inside('<allprop/>').repeat(2),
  inside('<prop><x:a/></prop>'),
  inside('<prop><x:a xmlns:x=""/></prop>'),
  inside('<prop><x:a xmlns:x="&b;"/></prop>'),
  inside('<prop><a b="<"/></prop>'),
  inside('<prop><1/></prop>'),
  inside('<allprop / >'),
  inside(`<prop>${'<a>'.repeat(30)}${'</a>'.repeat(30)}</prop>`),
  inside(`<prop>${'<a/>'.repeat(101)}</prop>`),
  '<!DOCTYPE propfind><propfind xmlns="DAV:"><allprop/></propfind>',
  inside('<![CDATA[<allprop/>]]><allprop/>'),
  '<!-- <propfind xmlns="DAV:"><allprop/></propfind>',
])('refuses %s', (body) => {
  expect(() => readPropfind(body)).toThrow(XmlError)
})

test('long runs of spaces and quotes are read in no time', () => {
  const long = 60_000
  for (const text of [
    `<a${' '.repeat(long)}`,
    `<a ${'b="c" '.repeat(long / 6)}`,
    '<'.repeat(long),
    '<a>'.repeat(long / 3),
  ])
    expect(() => readPropfind(text)).toThrow(XmlError)
})

const file = {
  href: '/dav/a%26b',
  name: 'a&<b>"\u0001',
  modifiedAt: '2026-01-02T03:04:05.678Z',
  file: { sizeBytes: 12, etag: '"e"', contentType: 'text/plain' },
}

test('what is written is escaped, and a folder has no length', () => {
  expect(createWriter({ kind: 'all' })(file)).toBe(
    '<D:response><D:href>/dav/a%26b</D:href><D:propstat><D:prop><D:resourcetype/><D:displayname>a&amp;&lt;b&gt;&quot;\ufffd</D:displayname>' +
      '<D:getlastmodified>Fri, 02 Jan 2026 03:04:05 GMT</D:getlastmodified><D:getcontentlength>12</D:getcontentlength>' +
      '<D:getcontenttype>text/plain</D:getcontenttype><D:getetag>&quot;e&quot;</D:getetag></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>\n',
  )
  const wanted = { space: 'DAV:', name: 'getcontentlength' }
  const folder = { ...file, file: undefined }
  expect(createWriter({ kind: 'some', props: [wanted, { space: 'u"<', name: 'x' }] })(folder)).toBe(
    '<D:response><D:href>/dav/a%26b</D:href><D:propstat><D:prop><x xmlns="u&quot;&lt;"/><D:getcontentlength/></D:prop>' +
      '<D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>\n',
  )
  expect(createWriter({ kind: 'some', props: [] })(folder)).toContain(
    '<D:prop></D:prop><D:status>HTTP/1.1 200 OK',
  )
})
