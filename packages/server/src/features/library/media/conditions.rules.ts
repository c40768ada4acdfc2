/** Conditional requests, RFC 9110 section 13: whether to send, to respond with 304 or 412, and whether a range still holds. */
import type { IncomingHttpHeaders } from 'node:http'

/** They identify the bytes at this moment. */
export interface Validators {
  /** Strong, quotes included. */
  readonly etag: string
  readonly modifiedAt: Date
}

export type ConditionResult = 'send' | 'notModified' | 'preconditionFailed'

/** Dates on the wire have whole seconds. */
export const httpDate = (date: Date): string => date.toUTCString()

/** Evaluates conditions in the order of section 13.2.2; a date counts only where its entity tag header is absent. */
export function checkConditions(headers: IncomingHttpHeaders, current: Validators): ConditionResult {
  const match = headers['if-match']
  const unmodifiedSince = secondsOf(headers['if-unmodified-since'])
  const modified = Math.floor(current.modifiedAt.getTime() / 1000)
  if (match !== undefined) {
    if (!isListed(match, current.etag, 'strong')) return 'preconditionFailed'
  } else if (unmodifiedSince !== undefined && modified > unmodifiedSince) return 'preconditionFailed'
  const noneMatch = headers['if-none-match']
  if (noneMatch !== undefined) return isListed(noneMatch, current.etag, 'weak') ? 'notModified' : 'send'
  const modifiedSince = secondsOf(headers['if-modified-since'])
  return modifiedSince !== undefined && modified <= modifiedSince ? 'notModified' : 'send'
}

/** Returns whether `Range` may be honoured: no If-Range, or one that names exactly these bytes. */
export function isRangeCurrent(headers: IncomingHttpHeaders, current: Validators, now: Date): boolean {
  // Node's types allow a list here, though its parser joins repeated headers.
  const ifRange = headers['if-range']?.toString()
  if (ifRange === undefined) return true
  const text = ifRange.trim()
  if (text.startsWith('"') || text.startsWith('W/')) return text === current.etag
  // A date proves the bytes only where the file cannot have changed again within that second (section 8.8.2.2).
  const isStrong = now.getTime() - current.modifiedAt.getTime() >= 1000
  return isStrong && text === httpDate(current.modifiedAt)
}

function isListed(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (header.trim() === '*') return true
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.some((tag) => tag === etag || (comparison === 'weak' && tag === `W/${etag}`))
}

function secondsOf(header: string | undefined): number | undefined {
  const time = header === undefined ? Number.NaN : Date.parse(header)
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}
