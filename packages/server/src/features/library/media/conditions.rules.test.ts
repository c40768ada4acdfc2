import { describe, expect, test } from 'vitest'
import { checkConditions, httpDate, isRangeCurrent } from './conditions.rules.ts'

const modifiedAt = new Date('2026-05-04T10:20:30.500Z')
const current = { etag: '"abc"', modifiedAt }
const now = new Date('2026-11-20T12:00:00Z')
const date = httpDate(modifiedAt)
const earlier = httpDate(new Date('2026-05-04T10:20:29Z'))

describe('conditions', () => {
  test.each([
    ['none', {}, 'send'],
    ['the same tag', { 'if-none-match': '"abc"' }, 'notModified'],
    ['the same tag, weak', { 'if-none-match': 'W/"abc"' }, 'notModified'],
    ['one tag of a list', { 'if-none-match': '"x", "abc"' }, 'notModified'],
    ['any tag', { 'if-none-match': '*' }, 'notModified'],
    ['another tag', { 'if-none-match': '"x"' }, 'send'],
    ['another tag wins over the date', { 'if-none-match': '"x"', 'if-modified-since': date }, 'send'],
    ['not modified since', { 'if-modified-since': date }, 'notModified'],
    ['modified since', { 'if-modified-since': earlier }, 'send'],
    ['no date at all', { 'if-modified-since': 'yesterday' }, 'send'],
    ['only if it is this', { 'if-match': '"abc"' }, 'send'],
    ['only if it is another', { 'if-match': '"x"' }, 'preconditionFailed'],
    ['a weak tag never matches strongly', { 'if-match': 'W/"abc"' }, 'preconditionFailed'],
    ['only if unmodified', { 'if-unmodified-since': earlier }, 'preconditionFailed'],
    ['only if unmodified, and it is', { 'if-unmodified-since': date }, 'send'],
  ] as const)('%s', (_, headers, expected) => {
    expect(checkConditions(headers, current)).toBe(expected)
  })
})

describe('a range is honoured', () => {
  test.each([
    ['without a condition', undefined, now, true],
    ['with the same tag', '"abc"', now, true],
    ['not with a weak tag', 'W/"abc"', now, false],
    ['not with another tag', '"x"', now, false],
    ['with the same date', date, now, true],
    ['not with another date', earlier, now, false],
    ['not by date within the second of the change', date, new Date(modifiedAt.getTime() + 300), false],
    ['not with nonsense', 'soon', now, false],
  ])('%s', (_, ifRange, at, expected) => {
    expect(isRangeCurrent(ifRange === undefined ? {} : { 'if-range': ifRange }, current, at)).toBe(expected)
  })
})
