/**
 * Answers of OpenSubsonic, written as XML or as JSON from the same object: what has one value is an attribute, a list is
 * elements of its name, and `value` is the text between the tags.
 */
import type { ErrorCode } from '@koedana/contract/errors.ts'
import type { Bytes } from '../../../http/context.ts'
import { escapeXml } from '../xml.rules.ts'

type Scalar = string | number | boolean | undefined
export type Value = Scalar | Element | readonly (Scalar | Element)[]
export type Element = { readonly [name: string]: Value }

/** The version of the protocol that clients compare. */
export const protocolVersion = '1.16.1'

export type Format = 'xml' | 'json'

/** Whatever is unknown is answered in the form that the protocol has without a word. */
export const formatOf = ({ f }: Readonly<Record<string, string>>): Format =>
  f === 'json' || f === 'jsonp' ? 'json' : 'xml'

export interface Refusal {
  readonly code: number
  readonly message: string
}

/** The status is that of HTTP, which is 200 for what went wrong too. */
export function answer(format: Format, serverVersion: string, said: Element | Refused): Bytes {
  const head = {
    status: said instanceof Refused ? 'failed' : 'ok',
    version: protocolVersion,
    type: 'koedana',
    serverVersion,
    openSubsonic: true,
  }
  const whole = said instanceof Refused ? { ...head, error: { ...said.refusal } } : { ...head, ...said }
  const text =
    format === 'json'
      ? JSON.stringify({ 'subsonic-response': whole })
      : `<?xml version="1.0" encoding="UTF-8"?>\n${xmlOf('subsonic-response', { xmlns: namespace, ...whole })}`
  const type = format === 'json' ? 'application/json' : 'text/xml'
  const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }
  return { status: 200, headers, body: Buffer.from(text) }
}

export class Refused {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    this.refusal = refusal
  }
}

const namespace = 'http://subsonic.org/restapi'

function xmlOf(name: string, value: Value): string {
  if (value === undefined) return ''
  if (isList(value)) return value.map((one) => xmlOf(name, one)).join('')
  if (typeof value !== 'object') return `<${name}>${escapeXml(value)}</${name}>`
  const fields = Object.entries(value)
  const attributes = fields.flatMap(([field, one]) =>
    typeof one === 'object' || one === undefined || field === 'value'
      ? []
      : [` ${field}="${escapeXml(one)}"`],
  )
  const children = fields.flatMap(([field, one]) => (typeof one === 'object' ? [xmlOf(field, one)] : []))
  const { value: text } = value
  const inside = (typeof text === 'object' || text === undefined ? '' : escapeXml(text)) + children.join('')
  return inside === ''
    ? `<${name}${attributes.join('')}/>`
    : `<${name}${attributes.join('')}>${inside}</${name}>`
}

const isList = (value: Value): value is readonly (Scalar | Element)[] => Array.isArray(value)

const codes: Partial<Readonly<Record<ErrorCode, number>>> = {
  malformed: 10,
  unauthenticated: 10,
  tooLarge: 10,
  wrongCredentials: 40,
  accountDisabled: 50,
  forbidden: 50,
  notFound: 70,
}

/** What went wrong in the numbers of the protocol; 0 is whatever it has none for. */
export function refusalOf(
  { code, sentence }: { readonly code: ErrorCode; readonly sentence: string },
  { apiKey, u }: Readonly<Record<string, string>>,
): Refusal {
  if (apiKey === undefined) return { code: codes[code] ?? 0, message: sentence }
  if (u !== undefined && code === 'conflict') return { code: 43, message: 'Send apiKey without u.' }
  return { code: code === 'wrongCredentials' ? 44 : (codes[code] ?? 0), message: sentence }
}
