/**
 * Writes OpenSubsonic responses as XML or JSON from the same object: scalars are attributes, lists are elements with their name, and
 * `value` is the text between the tags. Long lists are written in steps, since the objects of whole pages would live long enough to be
 * expensive to collect.
 */
import type { ErrorCode } from '@koedana/contract/errors.ts'
import type { Bytes } from '../../../http/context.ts'
import { escapeXml } from '../xml.rules.ts'

type Scalar = string | number | boolean | undefined
export type Value = Scalar | Element | readonly (Scalar | Element)[]
export type Element = { readonly [name: string]: Value }

/** The content of a response; lists of its elements may be generated in steps. */
export type ResponseBody = { readonly [name: string]: Value | ResponseElement }
export type ResponseElement = { readonly [name: string]: Value | IncrementalList }

/** A list that is generated in steps, of elements that may contain such lists themselves. */
export class IncrementalList {
  readonly steps: AsyncIterable<readonly ResponseElement[]>

  constructor(steps: AsyncIterable<readonly ResponseElement[]>) {
    this.steps = steps
  }
}

/** The protocol version, which clients compare. */
export const protocolVersion = '1.16.1'

export type Format = 'xml' | 'json'

/** Returns the format; XML, the default of the protocol, for unknown values. */
export const formatOf = ({ f }: Readonly<Record<string, string>>): Format =>
  f === 'json' || f === 'jsonp' ? 'json' : 'xml'

export interface ProtocolError {
  readonly code: number
  readonly message: string
}

/** Yields the text of a response, each part generated on demand. Parts may be empty. */
export const responseTexts = (
  format: Format,
  serverVersion: string,
  said: ResponseBody,
): AsyncGenerator<string, undefined> => {
  const whole = { ...headOf('ok', serverVersion), ...said }
  return textsOf(format === 'json' ? jsonResponse(whole) : xmlResponse(whole))
}

export function errorResponse(format: Format, serverVersion: string, error: ProtocolError): Bytes {
  const whole = { ...headOf('failed', serverVersion), error: { ...error } }
  return bytesOf(
    format,
    Buffer.from(
      format === 'json'
        ? JSON.stringify({ 'subsonic-response': whole })
        : declaration + xmlOf('subsonic-response', { xmlns: namespace, ...whole }),
    ),
  )
}

const headOf = (status: 'ok' | 'failed', serverVersion: string) => ({
  status,
  version: protocolVersion,
  type: 'koedana',
  serverVersion,
  openSubsonic: true,
})

/** Returns a response with the HTTP status 200, which the protocol uses for errors too. */
export function bytesOf(format: Format, body: NonNullable<Bytes['body']>): Bytes {
  const type = format === 'json' ? 'application/json' : 'text/xml'
  return {
    status: 200,
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' },
    body,
  }
}

/** A text, or texts that are generated in sequence. */
type Piece = string | (() => AsyncIterable<string>)

async function* textsOf(pieces: Iterable<Piece>): AsyncGenerator<string, undefined> {
  for (const piece of pieces) {
    if (typeof piece === 'string') yield piece
    else yield* piece()
  }
}

function* jsonResponse(whole: ResponseBody): Generator<Piece> {
  let before = '{"subsonic-response":{'
  for (const [name, value] of Object.entries(whole)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    before = ','
    if (isMade(value)) yield JSON.stringify(value)
    else yield* jsonPieces(value)
  }
  yield '}}'
}

function* jsonPieces(saying: ResponseElement): Generator<Piece> {
  let before = '{'
  for (const [name, value] of Object.entries(saying)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    before = ','
    if (value instanceof IncrementalList) yield () => jsonList(value)
    else yield JSON.stringify(value)
  }
  yield '}'
}

async function* jsonList({ steps }: IncrementalList): AsyncGenerator<string> {
  let before = '['
  for await (const some of steps) {
    if (some.length === 0) continue
    if (some.every(isElement)) {
      yield before + some.map((one) => JSON.stringify(one)).join(',')
      before = ','
      continue
    }
    for (const one of some) {
      yield before
      yield* textsOf(jsonPieces(one))
      before = ','
    }
  }
  yield before === '[' ? '[]' : ']'
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'http://subsonic.org/restapi'

function* xmlResponse(whole: ResponseBody): Generator<Piece> {
  yield `${declaration}<subsonic-response${attributesOf({ xmlns: namespace, ...whole })}>`
  for (const [name, value] of Object.entries(whole)) {
    if (!isMade(value)) yield* xmlPieces(name, value)
    else if (typeof value === 'object') yield xmlOf(name, value)
  }
  yield '</subsonic-response>'
}

function* xmlPieces(name: string, saying: ResponseElement): Generator<Piece> {
  yield `<${name}${attributesOf(saying)}>`
  for (const [field, value] of Object.entries(saying)) {
    if (value instanceof IncrementalList) yield () => xmlList(field, value)
    else if (typeof value === 'object') yield xmlOf(field, value)
  }
  yield `</${name}>`
}

async function* xmlList(name: string, { steps }: IncrementalList): AsyncGenerator<string> {
  for await (const some of steps) {
    if (some.every(isElement)) yield xmlOf(name, some)
    else for (const one of some) yield* textsOf(xmlPieces(name, one))
  }
}

const isElement = (one: ResponseElement): one is Element => isMade(one)

/** Returns whether the value contains no list that is still to be generated. */
const isMade = (value: Value | ResponseElement): value is Value =>
  typeof value !== 'object' ||
  isList(value) ||
  !Object.values(value).some((one) => one instanceof IncrementalList)

function xmlOf(name: string, value: Value): string {
  if (value === undefined) return ''
  if (isList(value)) return value.map((one) => xmlOf(name, one)).join('')
  if (typeof value !== 'object') return `<${name}>${escapeXml(value)}</${name}>`
  const attributes = attributesOf(value)
  const children = Object.entries(value).flatMap(([field, one]) =>
    typeof one === 'object' ? [xmlOf(field, one)] : [],
  )
  const { value: text } = value
  const inside = (typeof text === 'object' || text === undefined ? '' : escapeXml(text)) + children.join('')
  return inside === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inside}</${name}>`
}

const attributesOf = (said: ResponseBody | ResponseElement): string =>
  Object.entries(said)
    .flatMap(([field, one]) =>
      typeof one === 'object' || one === undefined || field === 'value'
        ? []
        : [` ${field}="${escapeXml(one)}"`],
    )
    .join('')

const isList = (value: Value | ResponseElement): value is readonly (Scalar | Element)[] =>
  Array.isArray(value)

const codes: Partial<Readonly<Record<ErrorCode, number>>> = {
  malformed: 10,
  unauthenticated: 10,
  tooLarge: 10,
  wrongCredentials: 40,
  accountDisabled: 50,
  forbidden: 50,
  notFound: 70,
}

/** Maps an error to the error codes of the protocol; 0 is the generic error. */
export function protocolErrorOf(
  { code, sentence }: { readonly code: ErrorCode; readonly sentence: string },
  { apiKey, u }: Readonly<Record<string, string>>,
): ProtocolError {
  if (apiKey === undefined) return { code: codes[code] ?? 0, message: sentence }
  if (u !== undefined && code === 'conflict') return { code: 43, message: 'Send apiKey without u.' }
  return { code: code === 'wrongCredentials' ? 44 : (codes[code] ?? 0), message: sentence }
}
