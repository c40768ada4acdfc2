import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createLog, loggablePath, recentErrorsOf, textOf } from './log.ts'

test('warnings and errors of a log and its children are kept, the latest first, and logged as ever', async () => {
  const stream = new PassThrough()
  const log = createLog('info', stream)
  log.info('nothing')
  log.warn({ folder: 'covers' }, 'no AVIF could be made of a cover')
  log.child({ requestId: 'x' }).error({ err: new TypeError('secret') }, 'request failed')
  log.fatal('over')
  expect(recentErrorsOf(log).map(({ level, text }) => [level, text])).toEqual([
    ['fatal', 'over'],
    ['error', 'request failed (TypeError)'],
    ['warn', 'no AVIF could be made of a cover'],
  ])
  stream.end()
  const logged = (await buffer(stream)).toString().trim().split('\n')
  expect(logged.map((line) => JSON.parse(line).msg)).toEqual([
    'nothing',
    'no AVIF could be made of a cover',
    'request failed',
    'over',
  ])
})

test('only the last fifty are kept', () => {
  const log = createLog('warn', new PassThrough())
  for (let at = 0; at < 70; at++) log.warn(`warning ${at}`)
  const texts = recentErrorsOf(log).map(({ text }) => text)
  expect(texts).toHaveLength(50)
  expect([texts[0], texts.at(-1)]).toEqual(['warning 69', 'warning 20'])
})

const refused = Object.assign(new Error('connect to http://haruka:moss@proxy.example'), {
  code: 'ECONNREFUSED',
})

test.each([
  [[{ err: refused }, 'the list was not read'], 'the list was not read (ECONNREFUSED)'],
  [[refused], '(ECONNREFUSED)'],
  [[refused, 'over'], 'over (ECONNREFUSED)'],
  [[{ err: Object.assign(new Error('x'), { code: 'a b?token' }) }, 'over'], 'over (Error)'],
  [['GET /works/RJ1?s=abc.def failed'], 'GET /works/RJ1 failed'],
  [['http://haruka:moss@proxy.example/x is silent'], 'http://proxy.example/x is silent'],
  [['Bearer AbCdEfGhIjKlMnOpQrStUvWxYz012345 is stale'], 'Bearer … is stale'],
  [['is it there?'], 'is it there?'],
  [['word '.repeat(100)], 'word '.repeat(60)],
  [[{}], ''],
] as const)('%# is logged without what is private', (args, text) => {
  expect(textOf(args)).toBe(text)
})

test('a path is logged without its query, and without the secret of a feed however it is spelled', () => {
  expect(loggablePath('/api/v3/works?q=rain')).toBe('/api/v3/works')
  expect(loggablePath('/work/%zz?s=1')).toBe('/work/%zz')
  for (const base of ['/feeds/', '/%66eeds/', '//feeds/', '/feeds%2F'])
    expect(loggablePath(`${base}secret/work/RJ01000001.xml?a=1`)).toBe('/feeds/…')
  expect(loggablePath('/kikoeru/with/secret/api/works')).toBe('/kikoeru/with/…')
  expect(loggablePath('/kikoeru//%77ith/secret/api/works')).toBe('/kikoeru//with/…')
  expect(loggablePath('/kikoeru/api/works')).toBe('/kikoeru/api/works')
  expect(loggablePath('/abs/public/session/secret/track/1')).toBe('/abs/public/session/…')
  expect(loggablePath('//abs/api%2fsession/secret/sync')).toBe('/abs/api/session/…')
  expect(loggablePath('/abs/api/items/RJ01000001')).toBe('/abs/api/items/RJ01000001')
})
