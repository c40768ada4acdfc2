/** What is wrong, in words of the contract, from what came back or why nothing did. */
import type { MarketplaceFault } from '@koedana/contract/site-settings.ts'
import type { OutboundFault } from '../../../lib/outbound-error.ts'
import { readJson } from './json.rules.ts'
import { unreadable } from './reply.rules.ts'

/** Undefined where the status is that of an answer. */
export function faultOfStatus(status: number): MarketplaceFault | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status === 429) return 'tooManyRequests'
  if (status === 407) return 'proxyRefused'
  if (status >= 500) return 'serverFault'
  // Countries and addresses are kept out in these ways.
  return [401, 403, 451].includes(status) ? 'blocked' : 'answerUnreadable'
}

/** Whether it is the list that the marketplace answers with; an empty one is as good. */
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
