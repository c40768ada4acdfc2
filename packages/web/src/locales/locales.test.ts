import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import en from './en-US.json' with { type: 'json' }
import ja from './ja-JP.json' with { type: 'json' }
import zh from './zh-CN.json' with { type: 'json' }

const catalogues: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, ja, zh }

test('every language says the same things', () => {
  for (const catalogue of [ja, zh]) expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort())
})

test('every message can be compiled and takes the same values', () => {
  for (const [language, catalogue] of Object.entries(catalogues)) {
    for (const [key, text] of Object.entries(catalogue)) {
      expect([language, key, valuesOf(text)]).toEqual([language, key, valuesOf(catalogues.en?.[key] ?? '')])
    }
  }
})

/** Names a message takes, at its top level. */
function valuesOf(text: string): string[] {
  const tokens = compileMessageOrThrow(text)
  const names = tokens.filter((token) => typeof token !== 'string').map(([name]) => name)
  return [...new Set(names)].sort()
}
