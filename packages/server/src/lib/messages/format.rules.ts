/** Formats ICU messages: `{name}`, `{count, number}`, `{share, number, percent}`, plurals and selections. */
import type { Locale } from '@koedana/contract/values.ts'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

export type MessageValue = string | number | readonly string[]
export type Values = Readonly<Record<string, MessageValue>>

const compiled = new Map<string, CompiledMessage>()

/** Lists are joined as the language joins them; a number is never printed bare. */
export function formatMessage(message: string, values: Values, locale: Locale): string {
  let tokens = compiled.get(message)
  if (!tokens) {
    tokens = compileMessageOrThrow(message)
    compiled.set(message, tokens)
  }
  return joined(tokens, { values, locale, count: undefined })
}

interface Formatting {
  readonly values: Values
  readonly locale: Locale
  /** The number of the plural around it, as `#` prints it. */
  readonly count: string | undefined
}

const joined = (tokens: CompiledMessage, formatting: Formatting): string =>
  tokens.map((token) => textOfToken(token, formatting)).join('')

function textOfToken(token: CompiledMessage[number], formatting: Formatting): string {
  const { values, locale, count } = formatting
  if (typeof token === 'string') return token === '#' ? (count ?? token) : token
  const [name, type, format] = token
  const value = values[name] ?? ''
  if (isChoices(format)) {
    const shown = typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : String(value)
    const chosen = format[String(value)] ?? format[categoryOf(type, value, locale)] ?? format.other ?? []
    return joined(chosen, { values, locale, count: type === 'select' ? count : shown })
  }
  if (typeof value === 'object') return new Intl.ListFormat(locale).format(value)
  if (typeof value === 'string') return value
  return new Intl.NumberFormat(locale, format === 'percent' ? { style: 'percent' } : {}).format(value)
}

type Choices = Readonly<Record<string, CompiledMessage>>

const isChoices = (format: unknown): format is Choices => typeof format === 'object' && format !== null

const categoryOf = (type: string | undefined, value: MessageValue, locale: Locale): string =>
  type === 'plural' && typeof value === 'number' ? new Intl.PluralRules(locale).select(value) : 'other'
