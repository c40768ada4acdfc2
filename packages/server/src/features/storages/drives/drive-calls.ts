/** Sends API calls to a provider: rate-limited per account, with one token renewal, and with retries of temporary failures. */
import { setTimeout } from 'node:timers/promises'
import type { OutboundResponse } from '../../../lib/outbound.ts'
import type { Remote } from '../remote/reach.ts'
import { StorageError } from '../storage.ts'
import type { Pace } from './account-limits.ts'
import { type Drive, type DriveAccess, type DriveCalls, type DriveRequest, encodeForm } from './drive.ts'

export interface CallSources {
  readonly remote: Pick<Remote, 'send'>
  readonly access: DriveAccess
  readonly account: string
  readonly pace: Pace
  readonly now: () => number
}

export function createDriveCalls(
  { facts, authorise, signed, faultOf }: Pick<Drive, 'facts' | 'authorise' | 'signed' | 'faultOf'>,
  { remote, access, account, pace, now }: CallSources,
): DriveCalls {
  const attempt = async ({ paced, url, method = 'GET', ...request }: DriveRequest, refused?: string) => {
    const { token } = await access.of(account, refused)
    await pace(paced)
    const { type, ...body } = toBody(request)
    const headers = { ...facts.headers, ...type, ...request.headers, ...authorise(token) }
    const sent = { url: signed?.(url, token) ?? url, method, ...body, headers }
    for (let left = maxTransientRetries; ; left -= 1) {
      const received = await remote.send({ ...sent, redirects: 'given' })
      const fault = faultOf(received)
      if (fault === 'expired') return { refused: token }
      if (fault === undefined) return { response: received }
      if (fault !== 'transient') throw fault
      if (left === 0) throw new StorageError('unavailable', { cause: `HTTP ${received.status}` })
      await setTimeout(retryDelayMs)
      await pace(paced)
    }
  }
  const sendAuthorized = async (request: DriveRequest): Promise<OutboundResponse> => {
    const first = await withRetry(() => attempt(request))
    if (first.refused === undefined) return first.response
    const second = await withRetry(() => attempt(request, first.refused))
    if (second.refused === undefined) return second.response
    throw new StorageError('revoked', { cause: 'a new token was refused too' })
  }
  return {
    send: async (request) => parseJson(await sendAuthorized(request), facts.hasLongNumbers),
    receive: sendAuthorized,
    locate: async (request) => {
      const { location } = (await sendAuthorized(request)).headers
      if (location === undefined) throw new StorageError('damaged', { cause: 'it leads nowhere' })
      return location
    },
    token: async (refused) => (await access.of(account, refused)).token,
    extra: async () => (await access.of(account)).extra,
    now,
  }
}

function toBody({ json, form }: Pick<DriveRequest, 'json' | 'form'>) {
  if (json !== undefined) return { body: JSON.stringify(json), type: { 'content-type': 'application/json' } }
  if (form === undefined) return {}
  return { body: encodeForm(form), type: { 'content-type': 'application/x-www-form-urlencoded' } }
}

const retryDelayMs = 250
const maxTransientRetries = 3

async function withRetry<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const isPassing = error instanceof StorageError && error.fault === 'unavailable'
    if (!isPassing || error.retryAfterMs !== undefined) throw error
    await setTimeout(retryDelayMs)
    return act()
  }
}

/**
 * Parses a JSON body; returns undefined if it is empty. With `hasLongNumbers`, numbers that would be rounded become strings of their
 * digits.
 */
export function parseJson({ body }: Pick<OutboundResponse, 'body'>, hasLongNumbers = false): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(body.toString('utf8'), hasLongNumbers ? reviveLongNumber : undefined)
  } catch {
    throw new StorageError('damaged', { cause: 'no JSON' })
  }
}

/** Returns undefined if the body is not JSON. */
export function tryParseJson(received: Pick<OutboundResponse, 'body'>): unknown {
  try {
    return parseJson(received)
  } catch {
    return undefined
  }
}

function reviveLongNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return /^\d+$/.test(context?.source ?? '') ? context?.source : value
}
