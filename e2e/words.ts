/** Interface texts by message key, so that journeys do not depend on the wording. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '@koedana/contract/values.ts'
import type { MessageKey } from '@koedana/web/src/lib/i18n.ts'
import { type I18n, setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { root } from '../scripts/run.mjs'

const locales = join(root, 'packages/web/src/locales')
const loaded = new Map<Locale, I18n>()

/** Returns a message in US English with these values. */
export const t = (key: MessageKey, values?: Readonly<Record<string, string | number>>): string =>
  textIn('en-US', key, values)

/** Returns a message in another language. */
export const textIn = (
  locale: Locale,
  key: MessageKey,
  values?: Readonly<Record<string, string | number>>,
): string => i18nOf(locale)._(key, values)

/** Returns an expression that matches the message with any values, also as a part of a longer name. */
export function pattern(key: MessageKey, values: Readonly<Record<string, string | number>> = {}): RegExp {
  const any = '\u0000'
  const names = [...(messagesOf('en-US')[key] ?? '').matchAll(/\{(\w+)/g)].map(([, name = '']) => name)
  const filled = Object.fromEntries(names.map((name) => [name, values[name] ?? any]))
  const literal = t(key, filled).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(literal.replaceAll(any, '.*'))
}

function i18nOf(locale: Locale): I18n {
  const found = loaded.get(locale)
  if (found) return found
  const i18n = setupI18n()
  i18n.setMessagesCompiler(compileMessageOrThrow)
  i18n.loadAndActivate({ locale, messages: messagesOf(locale) })
  loaded.set(locale, i18n)
  return i18n
}

function messagesOf(locale: Locale): Readonly<Record<string, string>> {
  const files = readdirSync(locales, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(`${locale}.json`),
  )
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(locales, name), 'utf8'))))
}
