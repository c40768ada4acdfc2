/** What a reply, or none, says of the call: whether it got through, and whether another try may help. */
import type { TaskReason } from '@koedana/contract/tasks.ts'
import type { OutboundFault } from '../../../lib/outbound-error.ts'

export type Verdict = { readonly kind: 'answered' } | { readonly kind: 'absent' } | Trouble

/** What a body means. */
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
  if (status >= 200 && status < 300) return { kind: 'answered' }
  if (status === 404 || status === 410) return { kind: 'absent' }
  if (status === 429) return passing('tooManyRequests')
  if (status === 408) return passing('timedOut')
  return status >= 500 ? passing('serverFault') : lasting('serverFault')
}

/** Of an `OutboundError`, but for `stopped`. */
export const troubleOf = (fault: OutboundFault): Trouble => troubles[fault] ?? lasting('marketplaceSilent')

/** Another page than was asked for, as a notice of maintenance: it may be over soon. */
export const notJson: Trouble = { kind: 'trouble', reason: 'answerNotJson', isPassing: true, isSilence: true }

/** It came whole and in form, and means nothing to us: asking again would bring the same. */
export const unreadable: Trouble = {
  kind: 'trouble',
  reason: 'answerUnreadable',
  isPassing: false,
  isSilence: false,
}

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
  connectionRefused: passing('marketplaceSilent'),
  nameUnknown: passing('marketplaceSilent'),
  proxyRefused: passing('marketplaceSilent'),
  unreachable: passing('marketplaceSilent'),
}
