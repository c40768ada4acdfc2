/** Conditional requests (RFC 9110 §13): decides between sending, 304 and 412, and whether `If-Range` holds. */
import type { IncomingHttpHeaders } from 'node:http'

export interface Validators {
  /** A strong entity tag, including the quotes. */
  readonly etag: string
  readonly modifiedAt: Date
}

export type ConditionResult = 'send' | 'notModified' | 'preconditionFailed'

/** Formats a date for HTTP, in whole seconds. */
export const httpDate = (date: Date): string => date.toUTCString()

/** Evaluates the conditions in the order of §13.2.2. A date header counts only if the matching entity tag header is absent. */
export function checkConditions(headers: IncomingHttpHeaders, current: Validators): ConditionResult {
  const match = headers['if-match']
  const unmodifiedSince = secondsOf(headers['if-unmodified-since'])
  const modified = Math.floor(current.modifiedAt.getTime() / 1000)
  if (match !== undefined) {
    if (!matchesTag(match, current.etag, 'strong')) return 'preconditionFailed'
  } else if (unmodifiedSince !== undefined && modified > unmodifiedSince) return 'preconditionFailed'
  const noneMatch = headers['if-none-match']
  if (noneMatch !== undefined) return matchesTag(noneMatch, current.etag, 'weak') ? 'notModified' : 'send'
  const modifiedSince = secondsOf(headers['if-modified-since'])
  return modifiedSince !== undefined && modified <= modifiedSince ? 'notModified' : 'send'
}

/** Returns whether `Range` may be honored: there is no If-Range, or it identifies exactly these bytes. */
export function isRangeCurrent(headers: IncomingHttpHeaders, current: Validators, now: Date): boolean {
  // Node types this header as a possible list, although its parser joins repeated headers.
  const ifRange = headers['if-range']?.toString()
  if (ifRange === undefined) return true
  const text = ifRange.trim()
  if (text.startsWith('"') || text.startsWith('W/')) return text === current.etag
  // A date is a strong validator only if the file cannot have changed again within that second (§8.8.2.2).
  const isStrong = now.getTime() - current.modifiedAt.getTime() >= 1000
  return isStrong && text === httpDate(current.modifiedAt)
}

function matchesTag(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (header.trim() === '*') return true
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.some((tag) => tag === etag || (comparison === 'weak' && tag === `W/${etag}`))
}

function secondsOf(header: string | undefined): number | undefined {
  const time = header === undefined ? Number.NaN : Date.parse(header)
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}
