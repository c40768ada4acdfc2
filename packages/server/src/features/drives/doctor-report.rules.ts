/**
 * The report of an examined drive, for a bug report: what was found, in our own words and numbers. The only words of others
 * in it are causes of faults, and none that has anything in it that is private.
 */
import type { DriveProvider, ExaminedStep } from '@koedana/contract/drives.ts'

export interface Examined extends ExaminedStep {
  /** The facts, in our own words. */
  readonly facts: readonly string[]
  /** Why it failed, as the adapter or the provider put it. */
  readonly cause?: string | undefined
  readonly ms: number
}

export interface ReportedDrive {
  readonly provider: DriveProvider
  /** The versions of this server and what it runs on. */
  readonly versions: string
  readonly at: Date
  readonly steps: readonly Examined[]
  /** No cause may have these in it: tokens, ids, names, addresses. */
  readonly secrets: readonly string[]
  /** The path of the file that was read; only where it was wanted. */
  readonly path?: string | undefined
}

export function reportOf({ provider, versions, at, steps, secrets, path }: ReportedDrive): string {
  const head = [`Koedana drive report, ${at.toISOString().slice(0, 16)}Z`, versions, `provider: ${provider}`]
  const lines = steps.map(({ step, state, finding, facts, cause, ms }) => {
    const causes = cause === undefined ? [] : [publicCause(cause, secrets)]
    const words = [...(finding === 'good' ? [] : [finding]), ...facts, ...causes].join('; ')
    return `${step.padEnd(8)} ${state.padEnd(8)} ${state === 'skipped' ? '' : `${Math.round(ms)} ms; `}${words}`.trim()
  })
  return [...head, ...(path === undefined ? [] : [`file: ${path}`]), '', ...lines, ''].join('\n')
}

const leftOut = 'cause left out'
const longestCause = 100

/** Codes of errors have short words; what is as long as a token, or holds anything private, is left out whole. */
export function publicCause(cause: string, secrets: readonly string[]): string {
  const isPlain = /^[\w .,:;/()'-]*$/.test(cause) && cause.length <= longestCause
  const lower = cause.toLowerCase()
  const isPrivate = secrets.some((secret) => secret.length > 1 && lower.includes(secret.toLowerCase()))
  const isLong = /[\w-]{25,}/.test(cause) || /\d{9,}/.test(cause)
  return isPlain && !isPrivate && !isLong ? cause : leftOut
}

/** `dl.boxcloud.com` as `boxcloud.com`: some providers have the name of a company in front. */
export const domainOf = (url: string): string => {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  return /^[a-z0-9.-]+$/i.test(host) ? host.split('.').slice(-2).join('.') : 'none'
}

/** Says a span in the largest unit that it has two of. */
export function spanOf(ms: number): string {
  const units = [
    ['days', 86_400_000],
    ['hours', 3_600_000],
    ['minutes', 60_000],
  ] as const
  const [unit, length] = units.find(([, one]) => ms >= 2 * one) ?? ['seconds', 1_000]
  return `${Math.floor(ms / length)} ${unit}`
}
