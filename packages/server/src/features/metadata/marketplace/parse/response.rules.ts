/** Classifies the result of a call: whether it succeeded, whether to retry, and which fault of the contract it is. */

import type { MarketplaceFault } from '@koedana/contract/site-settings.ts'
import type { TaskReason } from '@koedana/contract/tasks.ts'
import type { OutboundFault } from '../../../../lib/outbound-error.ts'

export type Verdict = { readonly kind: 'received' } | { readonly kind: 'absent' } | CallFailure

/** The result of parsing a response body. */
export type BodyResult<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'absent' }
  | CallFailure

export interface CallFailure {
  readonly kind: 'trouble'
  readonly reason: TaskReason
  /** Whether a retry may help. */
  readonly isPassing: boolean
  /** Whether the server or the connection is at fault. Only such faults count toward the breaker. */
  readonly isSilence: boolean
}

export function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return { kind: 'received' }
  if (status === 404 || status === 410) return { kind: 'absent' }
  if (status === 429) return passing('tooManyRequests')
  if (status === 408) return passing('timedOut')
  if (isBlocking(status)) return lasting('marketplaceBlocked')
  return status >= 500 ? passing('serverFault') : lasting('serverFault')
}

/** Some pictures are blocked in some countries. Such a response is about the picture, not the server. */
export function pictureVerdictOf(status: number): Verdict {
  const verdict = verdictOf(status)
  return verdict.kind === 'trouble' && !verdict.isPassing ? ofThisAlone('pictureRefused') : verdict
}

/** Returns the trouble for an `OutboundError`. `stopped` never gets here. */
export const troubleOf = (fault: OutboundFault): CallFailure =>
  troubles[fault] ?? lasting('marketplaceSilent')

/** Picture URLs come from records, so a wrong URL is not a fault of the server. */
export function pictureTroubleOf(fault: OutboundFault): CallFailure {
  const trouble = troubleOf(fault)
  return trouble.isPassing ? trouble : ofThisAlone('pictureRefused')
}

/** Returns whether the marketplace uses the status to block countries and addresses. */
const isBlocking = (status: number) => [401, 403, 451].includes(status)

/**
 * Returns whether a page reports that the site is not available in the reader's country or region. DLsite blocks whole countries
 * (Mysterken/DLsiteMetadata issues 25 and 26). Its wording is not documented, so the pattern matches common phrases.
 */
const isBlockPage = (body: string): boolean =>
  /<html|<!doctype/i.test(body) &&
  /(not|n't)\s+(be\s+)?(available|accessible|accessed?)\b[^<]{0,60}\b(country|region)|(国|地域)[^<]{0,20}から[^<]{0,30}(ません|できない)|(国家|地区)[^<]{0,20}(无法|無法|不能)/i.test(
    body,
  )

/** Another page than the requested one, such as a maintenance notice. A retry may help. */
const notJson: CallFailure = { kind: 'trouble', reason: 'answerNotJson', isPassing: true, isSilence: true }

/** A complete but unusable response. A retry would bring the same. */
const ofThisAlone = (reason: TaskReason): CallFailure => ({
  kind: 'trouble',
  reason,
  isPassing: false,
  isSilence: false,
})
export const unreadable: CallFailure = ofThisAlone('answerUnreadable')
export const noPicture: CallFailure = ofThisAlone('pictureUnreadable')

const passing = (reason: TaskReason): CallFailure => ({
  kind: 'trouble',
  reason,
  isPassing: true,
  isSilence: true,
})
const lasting = (reason: TaskReason): CallFailure => ({
  kind: 'trouble',
  reason,
  isPassing: false,
  isSilence: true,
})

const troubles: Readonly<Partial<Record<OutboundFault, CallFailure>>> = {
  timedOut: passing('timedOut'),
  answerCut: passing('answerCut'),
  answerTooLarge: unreadable,
  encodingUnknown: unreadable,
  tooManyRedirects: unreadable,
  addressRefused: unreadable,
  connectionRefused: passing('marketplaceSilent'),
  nameUnknown: passing('marketplaceSilent'),
  proxyRefused: passing('marketplaceSilent'),
  unreachable: passing('marketplaceSilent'),
}

export function readJson<T>(body: Buffer, read: (value: unknown) => BodyResult<T>): BodyResult<T> {
  const text = body.toString()
  const value = parse(text)
  if (value === undefined) return isBlockPage(text) ? lasting('marketplaceBlocked') : notJson
  return read(value)
}

/** Returns the trouble for a page that is not a list. */
export const troubleOfPage = (html: string): CallFailure =>
  isBlockPage(html) ? lasting('marketplaceBlocked') : unreadable

/** Reads a list of one record. The marketplace sends an empty list if the work does not exist. */
export function readSingle<T>(value: unknown, read: (record: unknown) => T | undefined): BodyResult<T> {
  if (!Array.isArray(value)) return unreadable
  if (value.length === 0) return { kind: 'absent' }
  const record = read(value[0])
  return record === undefined ? unreadable : { kind: 'read', value: record }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns undefined for a successful status. */
export function faultOfStatus(status: number): MarketplaceFault | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status === 429) return 'tooManyRequests'
  if (status === 407) return 'proxyRefused'
  if (status >= 500) return 'serverFault'
  return isBlocking(status) ? 'blocked' : 'answerUnreadable'
}

/** Returns undefined if the body is a list, as the marketplace sends it. The list may be empty. */
export function faultOfBody(body: Buffer): MarketplaceFault | undefined {
  const read = readJson(body, (value) => (Array.isArray(value) ? { kind: 'read', value } : unreadable))
  if (read.kind === 'read') return undefined
  return read.kind === 'trouble' && read.reason === 'marketplaceBlocked' ? 'blocked' : 'answerUnreadable'
}

export const faultOf = (fault: OutboundFault): MarketplaceFault => faults[fault]

const faults = {
  addressRefused: 'answerUnreadable',
  privateAddress: 'privateAddress',
  nameUnknown: 'nameUnknown',
  connectionRefused: 'connectionRefused',
  proxyRefused: 'proxyRefused',
  certificateWrong: 'certificateWrong',
  timedOut: 'timedOut',
  stopped: 'timedOut',
  answerCut: 'answerUnreadable',
  answerTooLarge: 'answerUnreadable',
  encodingUnknown: 'answerUnreadable',
  tooManyRedirects: 'answerUnreadable',
  unreachable: 'connectionRefused',
} as const satisfies Record<OutboundFault, MarketplaceFault>
