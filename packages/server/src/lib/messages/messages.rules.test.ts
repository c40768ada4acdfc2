import { type Locale, locales } from '@koedana/contract/values.ts'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { english } from './english.rules.ts'
import {
  catalogs,
  type Message,
  type MessageCode,
  storedMessages,
  storedText,
  textOf,
} from './messages.rules.ts'

const codes = Object.keys(english)

describe.each(locales)('messages in %s', (locale) => {
  test('every code has a message, and no other', () => {
    expect(Object.keys(catalogs[locale]).sort()).toEqual(codes.toSorted())
  })

  test('every message takes the values of the English one, and numbers are formatted', () => {
    for (const [code, text] of Object.entries(catalogs[locale]))
      expect([code, valuesOf(text)]).toEqual([code, valuesOf(english[asCode(code)])])
  })

  test('every message shows each of its values', () => {
    for (const [code, text] of Object.entries(catalogs[locale])) {
      const names = valuesOf(text)
      const values = Object.fromEntries(names.map((name, at) => [name, `<${at}>`]))
      const stored = JSON.stringify([{ code, values }])
      const shown = storedText(stored, locale)
      expect(shown, code).not.toBe(stored)
      if (!/plural|number/.test(text))
        for (const value of Object.values(values)) expect(shown).toContain(value)
      expect(shown, code).not.toMatch(/[{}#]/)
    }
  })
})

test.each<[Locale, number, string]>([
  ['en-US', 1, '/music: 1 work (0 new), 1 new file, 0 missing'],
  ['en-US', 12_345, '/music: 12,345 works (0 new), 12,345 new files, 0 missing'],
  ['zh-CN', 12_345, '/music：12,345 部作品（新增 0 部），新文件 12,345 个，缺失 0 个'],
  [
    'ja-JP',
    12_345,
    '/music：作品 12,345 件（新規 0 件）、新しいファイル 12,345 個、見つからないファイル 0 個',
  ],
])('plurals and numbers in %s, for %d', (locale, count, text) => {
  const values = { root: '/music', works: count, newWorks: 0, newFiles: count, missing: 0 }
  expect(textOf({ code: 'scan.finished', values }, locale)).toBe(text)
})

test.each<[Locale, string, string]>([
  ['en-US', 'a, b, and c', '45%'],
  ['zh-CN', 'a、b和c', '45%'],
  ['ja-JP', 'a、b、c', '45%'],
])('lists and percentages in %s', (locale, list, percent) => {
  expect(textOf({ code: 'catalog.missing', values: { names: ['a', 'b', 'c'] } }, locale)).toContain(list)
  const loss = { lost: 9, total: 20, share: 0.45 }
  expect(textOf({ code: 'clean.losesWorks', values: loss }, locale)).toContain(percent)
})

test('several messages follow one another', () => {
  const several: Message[] = [
    { code: 'clean.losesWorks', values: { lost: 9, total: 10, share: 0.9 } },
    { code: 'clean.stopped', values: {} },
  ]
  expect(textOf(several, 'en-US')).toBe(several.map((one) => textOf(one, 'en-US')).join(' '))
  expect(textOf(several, 'ja-JP')).toBe(several.map((one) => textOf(one, 'ja-JP')).join(''))
})

test.each([
  '{path, plural, other {#}}',
  "it's '{0}' # {count}",
  '<b>{path}</b>',
  '[{"code":"scan.failed","values":{"root":"x"}}]',
  '\u0000\u001b[31m\ud800',
])('a hostile value is shown as it is: %j', (path) => {
  const message: Message = { code: 'scanFault.empty', values: { path } }
  for (const locale of locales) {
    const shown = storedText(storedMessages([message]), locale)
    expect(shown).toBe(textOf(message, locale))
    expect(shown.startsWith(path)).toBe(true)
  }
})

test.each([
  'RJ700001/1.mp3: is empty',
  'counting 3',
  '[not JSON',
  '[{"code":"of.a.later.version","values":{"root":"x"}}]',
  '[{"code":"scan.failed","values":{"root":null}}]',
  '[{"code":"toString","values":{}}]',
  '{"code":"scan.failed"}',
  '',
])('text that is not a known message stays as it is: %j', (column) => {
  for (const locale of locales) expect(storedText(column, locale)).toBe(column)
})

test('a long value is cut, and the message stays readable', () => {
  const path = 'x'.repeat(100_000)
  const stored = storedMessages([{ code: 'scanFault.empty', values: { path } }])
  expect(stored.length).toBeLessThan(1_200)
  expect(storedText(stored, 'en-US')).toMatch(/^x+: is empty$/)
})

const asCode = (code: string): MessageCode => {
  const found = Object.keys(english).find((one): one is MessageCode => one === code)
  if (!found) throw new Error(code)
  return found
}

/** Returns the values of a message and how each is formatted: the same in each language, but for plurals. */
function valuesOf(text: string): string[] {
  const names = (tokens: ReturnType<typeof compileMessageOrThrow>): string[] =>
    tokens.flatMap((token) => {
      if (typeof token === 'string') return []
      const [name, , format] = token
      const inner = typeof format === 'object' && format !== null ? Object.values(format) : []
      return [name, ...inner.flatMap((choice) => (Array.isArray(choice) ? names(choice) : []))]
    })
  return [...new Set(names(compileMessageOrThrow(text)))].sort()
}
