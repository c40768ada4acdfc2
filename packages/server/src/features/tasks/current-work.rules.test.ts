import { expect, test } from 'vitest'
import { readCurrent, writeCurrent } from './current-work.rules.ts'

const wait = { reason: 'rateLimited', until: '2026-11-20T12:01:00.000Z', limitSeconds: 2_700 } as const

test.each([
  { current: null, wait: null },
  { current: '/shelf/雨', wait: null },
  { current: '{"current":"x","wait":null}', wait: null },
  { current: JSON.stringify({ current: 'x', wait }), wait: null },
  { current: '{broken', wait: null },
  { current: '/shelf', wait },
  { current: null, wait },
])('what was written is read again: %j', (work) => {
  expect(readCurrent(writeCurrent(work))).toEqual(work)
})

test('a text of an older version is shown as it is', () => {
  expect(readCurrent('{broken')).toEqual({ current: '{broken', wait: null })
})
