import { expect, test } from 'vitest'
import { answer, formatOf, Refused, refusalOf } from './answer.rules.ts'

const textOf = (bytes: ReturnType<typeof answer>) => String(bytes.body)

test('one object is XML and JSON', () => {
  const said = {
    genres: {
      genre: [
        { songCount: 2, value: 'Rain & <tea>' },
        { songCount: 1, value: 'x' },
      ],
    },
    names: [{ name: 'a"b\n\u0000', versions: [1, 2], gone: undefined }],
    empty: {},
  }
  expect(textOf(answer('xml', '3.0', said))).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<subsonic-response xmlns="http://subsonic.org/restapi" status="ok" version="1.16.1" type="koedana" serverVersion="3.0" openSubsonic="true"><genres><genre songCount="2">Rain &amp; &lt;tea&gt;</genre><genre songCount="1">x</genre></genres><names name="a&quot;b&#10;\ufffd"><versions>1</versions><versions>2</versions></names><empty/></subsonic-response>',
  )
  expect(JSON.parse(textOf(answer('json', '3.0', said)))).toEqual({
    'subsonic-response': {
      status: 'ok',
      version: '1.16.1',
      type: 'koedana',
      serverVersion: '3.0',
      openSubsonic: true,
      genres: said.genres,
      names: [{ name: 'a"b\n\u0000', versions: [1, 2] }],
      empty: {},
    },
  })
})

test('what went wrong is a number of the protocol', () => {
  const refused = answer('json', '3.0', new Refused({ code: 70, message: 'gone' }))
  expect([refused.status, JSON.parse(textOf(refused))['subsonic-response'].error]).toEqual([
    200,
    { code: 70, message: 'gone' },
  ])
  const codeOf = (code: Parameters<typeof refusalOf>[0]['code'], query = {}) =>
    refusalOf({ code, sentence: '' }, query).code
  expect(codeOf('wrongCredentials', { u: 'a' })).toBe(40)
  expect(codeOf('wrongCredentials', { apiKey: 'a' })).toBe(44)
  expect(codeOf('conflict', { apiKey: 'a', u: 'a' })).toBe(43)
  expect(codeOf('conflict')).toBe(0)
  expect(codeOf('internal')).toBe(0)
  expect([formatOf({}), formatOf({ f: 'json' }), formatOf({ f: 'nonsense' })]).toEqual(['xml', 'json', 'xml'])
})
