/**
 * Decides by a reply, or by none, about the call: whether it got through, and whether another try may help.
 * What is wrong, in words of the contract, from what came back or why nothing did.
 */

import type { MarketplaceFault } from '@koedana/contract/site-settings.ts'
import type { TaskReason } from '@koedana/contract/tasks.ts'
import type { OutboundFault } from '../../../../lib/outbound-error.ts'

export type Verdict = { readonly kind: 'received' } | { readonly kind: 'absent' } | Trouble

/** A body means one of these. */
export type Reading<T> = { readonly kind: 'read'; readonly value: T } | { readonly kind: 'absent' } | Trouble

export interface Trouble {
  readonly kind: 'trouble'
  readonly reason: TaskReason
  /** Whether another try may help. */
  readonly isPassing: boolean
  /** Whether the server, or the way to it, is at fault: this counts towards the breaker. */
  readonly isSilence: boolean
}

export function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return { kind: 'received' }
  if (status === 404 || status === 410) return { kind: 'absent' }
  if (status === 429) return passing('tooManyRequests')
  if (status === 408) return passing('timedOut')
  return status >= 500 ? passing('serverFault') : lasting('serverFault')
}

/** Some pictures are kept from some countries: that is said of this picture, not of the server. */
export function pictureVerdictOf(status: number): Verdict {
  const verdict = verdictOf(status)
  return verdict.kind === 'trouble' && !verdict.isPassing ? ofThisAlone('pictureRefused') : verdict
}

/** Returns the trouble behind an `OutboundError`, but for `stopped`. */
export const troubleOf = (fault: OutboundFault): Trouble => troubles[fault] ?? lasting('marketplaceSilent')

/** Addresses of pictures come from records: one that leads nowhere says nothing of the server. */
export function pictureTroubleOf(fault: OutboundFault): Trouble {
  const trouble = troubleOf(fault)
  return trouble.isPassing ? trouble : ofThisAlone('pictureRefused')
}

/** Another page than was requested, as a notice of maintenance: it may be over soon. */
const notJson: Trouble = { kind: 'trouble', reason: 'answerNotJson', isPassing: true, isSilence: true }

/** It came whole, and is of no use: another request would bring the same. */
const ofThisAlone = (reason: TaskReason): Trouble => ({
  kind: 'trouble',
  reason,
  isPassing: false,
  isSilence: false,
})
export const unreadable: Trouble = ofThisAlone('answerUnreadable')
export const noPicture: Trouble = ofThisAlone('pictureUnreadable')

const passing = (reason: TaskReason): Trouble => ({
  kind: 'trouble',
  reason,
  isPassing: true,
  isSilence: true,
})
const lasting = (reason: TaskReason): Trouble => ({
  kind: 'trouble',
  reason,
  isPassing: false,
  isSilence: true,
})

const troubles: Readonly<Partial<Record<OutboundFault, Trouble>>> = {
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

/** Reads a response in JSON. */
export function readJson<T>(body: Buffer, read: (value: unknown) => Reading<T>): Reading<T> {
  const value = parse(body.toString())
  return value === undefined ? notJson : read(value)
}

/** Returns a list of one record; an empty list is how the marketplace says that it has none. */
export function readOnly<T>(value: unknown, read: (record: unknown) => T | undefined): Reading<T> {
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

/** Returns undefined if the status is that of a usable response. */
export function faultOfStatus(status: number): MarketplaceFault | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status === 429) return 'tooManyRequests'
  if (status === 407) return 'proxyRefused'
  if (status >= 500) return 'serverFault'
  // Countries and addresses are kept out in these ways.
  return [401, 403, 451].includes(status) ? 'blocked' : 'answerUnreadable'
}

/** Returns whether it is the list that the marketplace sends; an empty one is as good. */
export const isResponse = (body: Buffer): boolean =>
  readJson(body, (value) => (Array.isArray(value) ? { kind: 'read', value } : unreadable)).kind === 'read'

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
