/**
 * Writes the report of an examined drive for a bug report, in our own words and numbers. The only foreign texts are causes of errors,
 * and only if they contain nothing private.
 */
import type { DriveProvider, ExaminedStep } from '@koedana/contract/drives.ts'

export interface StepReport extends ExaminedStep {
  /** Findings, in our own words. */
  readonly facts: readonly string[]
  /** The reason of a failure, in the words of the adapter or the provider. */
  readonly cause?: string | undefined
  readonly ms: number
}

export interface ReportedDrive {
  readonly provider: DriveProvider
  /** The versions of this server and its environment. */
  readonly versions: string
  readonly at: Date
  readonly steps: readonly StepReport[]
  /** Texts that must not appear in a cause: tokens, IDs, names, addresses. */
  readonly secrets: readonly string[]
  /** The path of the file that was read; only if the user agreed to include it. */
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
const maxCauseLength = 100

/**
 * Returns the cause if it is safe to publish. Error codes are short; texts with something as long as a token, or with anything private,
 * are omitted completely.
 */
export function publicCause(cause: string, secrets: readonly string[]): string {
  const isPlain = /^[\w .,:;/()'-]*$/.test(cause) && cause.length <= maxCauseLength
  const lower = cause.toLowerCase()
  const isPrivate = secrets.some((secret) => secret.length > 1 && lower.includes(secret.toLowerCase()))
  const isLong = /[\w-]{25,}/.test(cause) || /\d{9,}/.test(cause)
  return isPlain && !isPrivate && !isLong ? cause : leftOut
}

/** Returns the registered domain, such as `boxcloud.com` for `dl.boxcloud.com`: some hosts start with a company's name. */
export const domainOf = (url: string): string => {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  return /^[a-z0-9.-]+$/i.test(host) ? host.split('.').slice(-2).join('.') : 'none'
}

/** Formats a duration in the largest unit of which it has at least two. */
export function spanOf(ms: number): string {
  const units = [
    ['days', 86_400_000],
    ['hours', 3_600_000],
    ['minutes', 60_000],
  ] as const
  const [unit, length] = units.find(([, one]) => ms >= 2 * one) ?? ['seconds', 1_000]
  return `${Math.floor(ms / length)} ${unit}`
}
