import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Bytes } from '../../../http/context.ts'
import { respond } from './calls.ts'
import { errorResponse, formatOf, IncrementalList, protocolErrorOf } from './response.rules.ts'

const textOf = (bytes: Bytes) => String(bytes.body)

test('one object is XML and JSON', async () => {
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
  expect(textOf(await respond('xml', '3.0', said))).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<subsonic-response xmlns="http://subsonic.org/restapi" status="ok" version="1.16.1" type="koedana" serverVersion="3.0" openSubsonic="true"><genres><genre songCount="2">Rain &amp; &lt;tea&gt;</genre><genre songCount="1">x</genre></genres><names name="a&quot;b&#10;\ufffd"><versions>1</versions><versions>2</versions></names><empty/></subsonic-response>',
  )
  expect(JSON.parse(textOf(await respond('json', '3.0', said)))).toEqual({
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

test('a list in steps reads as one that was made at once, and is made while it is written', async () => {
  const songs = [[{ id: 'a', name: 'x' }], [], [{ id: 'b' }, { id: 'c & d', artists: [{ id: 'e' }] }]]
  let made = 0
  async function* stepsOf(all: typeof songs) {
    for (const some of all) {
      made += 1
      yield some
    }
  }
  const found = (song: IncrementalList | (typeof songs)[number], none: IncrementalList | []) => ({
    found: { total: 3, song, none, gone: undefined },
    last: { id: 'z' },
  })
  for (const format of ['json', 'xml'] as const) {
    made = 0
    const stepped = found(new IncrementalList(stepsOf(songs)), new IncrementalList(stepsOf([])))
    expect(made).toBe(0)
    expect(textOf(await respond(format, '3.0', stepped))).toBe(
      textOf(await respond(format, '3.0', found(songs.flat(), []))),
    )
    expect(made).toBe(3)
  }
  const broken = new IncrementalList(
    (async function* () {
      yield [{ id: 'a' }]
      throw new Error('the disk is gone')
    })(),
  )
  await expect(respond('json', '3.0', { found: { song: broken } })).rejects.toThrow('the disk is gone')
})

test('a list in steps may hold lists in steps, which nobody makes before they are written', async () => {
  const letters = [
    { name: 'A', artist: [[{ id: '1' }, { id: '2' }], [{ id: '3' }]] },
    { name: 'B & C', artist: [] },
    { name: 'D', artist: [[{ id: '4', roles: ['artist'] }]] },
  ]
  const made: string[] = []
  async function* artistsOf({ name, artist }: (typeof letters)[number]) {
    for (const some of artist) {
      made.push(name)
      yield some
    }
  }
  async function* steps() {
    for (const letter of letters) {
      expect(made.filter((name) => name === letter.name)).toEqual([])
      yield [{ name: letter.name, artist: new IncrementalList(artistsOf(letter)) }]
    }
  }
  const index = letters.map(({ name, artist }) => ({ name, artist: artist.flat() }))
  for (const format of ['json', 'xml'] as const) {
    made.length = 0
    const stepped = textOf(await respond(format, '3.0', { indexes: { index: new IncrementalList(steps()) } }))
    const whole = textOf(await respond(format, '3.0', { indexes: { index } }))
    expect(stepped.replaceAll('"></index>', '"/>')).toBe(whole)
    expect(made).toEqual(['A', 'A', 'D'])
  }
})

test('a long response is sent while it is made', async () => {
  const songs = Array.from({ length: 40 }, (_, at) => [{ id: `${at}`, title: 'rain'.repeat(1_000) }])
  let taken = 0
  async function* steps() {
    for (const some of songs) {
      taken += 1
      yield some
    }
  }
  for (const format of ['json', 'xml'] as const) {
    taken = 0
    const { body } = await respond(format, '3.0', { found: { song: new IncrementalList(steps()) } })
    expect(taken).toBeLessThan(20)
    const whole = await respond(format, '3.0', { found: { song: songs.flat() } })
    expect([await textFrom(body), taken]).toEqual([await textFrom(whole.body), 40])
  }
})

const textFrom = (body: Bytes['body']) =>
  body instanceof Readable ? text(body) : Promise.resolve(String(body))

test('what went wrong is a number of the protocol', () => {
  const refused = errorResponse('json', '3.0', { code: 70, message: 'gone' })
  expect([refused.status, JSON.parse(textOf(refused))['subsonic-response'].error]).toEqual([
    200,
    { code: 70, message: 'gone' },
  ])
  const codeOf = (code: Parameters<typeof protocolErrorOf>[0]['code'], query = {}) =>
    protocolErrorOf({ code, sentence: '' }, query).code
  expect(codeOf('wrongCredentials', { u: 'a' })).toBe(40)
  expect(codeOf('wrongCredentials', { apiKey: 'a' })).toBe(44)
  expect(codeOf('conflict', { apiKey: 'a', u: 'a' })).toBe(43)
  expect(codeOf('conflict')).toBe(0)
  expect(codeOf('internal')).toBe(0)
  expect([formatOf({}), formatOf({ f: 'json' }), formatOf({ f: 'nonsense' })]).toEqual(['xml', 'json', 'xml'])
})
