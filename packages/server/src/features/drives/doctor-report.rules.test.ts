import { expect, test } from 'vitest'
import { domainOf, publicCause, reportOf, type StepReport, spanOf } from './doctor-report.rules.ts'

const good: StepReport = {
  step: 'token',
  state: 'ok',
  finding: 'good',
  facts: ['good for 29 days'],
  ms: 12.3,
}

test('a report says of each step what came and how long it took, and no more than that', () => {
  const report = reportOf({
    provider: 'box',
    versions: 'Koedana 1.0.0, Node v24.0.0, linux',
    at: new Date('2026-11-20T12:34:56.000Z'),
    steps: [
      good,
      { step: 'owner', state: 'failed', finding: 'unavailable', facts: [], cause: 'HTTP 503', ms: 7 },
      { step: 'space', state: 'failed', finding: 'forbidden', facts: [], cause: 'no Haruka', ms: 7 },
      { step: 'list', state: 'skipped', finding: 'notTried', facts: [], ms: 0 },
    ],
    secrets: ['haruka'],
  })
  expect(report.split('\n')).toEqual([
    'Koedana drive report, 2026-11-20T12:34Z',
    'Koedana 1.0.0, Node v24.0.0, linux',
    'provider: box',
    '',
    'token    ok       12 ms; good for 29 days',
    'owner    failed   7 ms; unavailable; HTTP 503',
    'space    failed   7 ms; forbidden; cause left out',
    'list     skipped  notTried',
    '',
  ])
})

test('a file is named only where that was wanted', () => {
  const given = { provider: 'box', versions: '', at: new Date(0), steps: [good], secrets: [] } as const
  expect(reportOf(given)).not.toContain('file:')
  expect(reportOf({ ...given, path: '雨/1.wav' })).toContain('\nfile: 雨/1.wav\n')
})

test.each([
  ['HTTP 429', true],
  ['errno -9', true],
  ['unexpected at list.0.fs_id', true],
  ['path/not_found/..', true],
  ['path/SHELF/..', false],
  ['a file named 雨', false],
  ['sl.u-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789', false],
  ['id 1122334455667788', false],
  ['<b>no</b>', false],
  ['two\nlines', false],
  [`${'x '.repeat(60)}`, false],
])('%j may be reported: %s', (cause, isReported) => {
  expect(publicCause(cause, ['shelf', '', 'a'])).toBe(isReported ? cause : 'cause left out')
})

test('a host is reported without what stands before its domain', () => {
  expect(domainOf('https://some-company-my.sharepoint.com/x?tempauth=1')).toBe('sharepoint.com')
  expect(domainOf('no address')).toBe('none')
})

test('spans are reported in the largest unit that there are two of', () => {
  const minute = 60_000
  expect(
    [90_000, 2 * minute, 119 * minute, 120 * minute, 47 * 60 * minute, 48 * 60 * minute].map(spanOf),
  ).toEqual(['90 seconds', '2 minutes', '119 minutes', '2 hours', '47 hours', '2 days'])
})
