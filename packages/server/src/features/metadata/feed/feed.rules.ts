import { FeedWork, feedVersion } from '@koedana/contract/feed.ts'
import { normalizeWorkId } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { fieldFaults, type Message } from '../../../lib/messages/messages.rules.ts'

export type ParsedLine =
  | { readonly kind: 'work'; readonly work: FeedWork }
  | { readonly kind: 'empty' }
  | { readonly kind: 'refused'; readonly reason: Message }
  /** The header names another version, so no line may be read as one of this version. */
  | { readonly kind: 'otherVersion'; readonly version: string; readonly supported: number }

/** The first line may be a header and may begin with a byte order mark. */
export function parseLine(text: string, isFirst: boolean): ParsedLine {
  const bare = isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text
  if (bare.trim() === '') return { kind: 'empty' }
  const value = parseJson(bare)
  if (value === undefined) return refused({ code: 'catalogLine.notJson', values: {} })
  if (isFirst && isHeader(value)) {
    if (value.koedana === feedVersion) return { kind: 'empty' }
    const version = JSON.stringify(value.koedana).slice(0, maxVersionLength)
    return { kind: 'otherVersion', version, supported: feedVersion }
  }
  return parseWork(value)
}

/** Maximum number of characters of the version that an error shows. */
const maxVersionLength = 20

export const refused = (reason: Message) => ({ kind: 'refused', reason }) as const

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isHeader = (value: unknown): value is { koedana: unknown } =>
  typeof value === 'object' && value !== null && 'koedana' in value && !('id' in value)

function parseWork(value: unknown): ParsedLine {
  const result = v.safeParse(FeedWork, value, { abortEarly: true, abortPipeEarly: true })
  if (!result.success) return refused(reasonOf(result.issues[0], value))
  return {
    kind: 'work',
    work: { ...result.output, id: normalizeWorkId(result.output.id) ?? result.output.id },
  }
}

function reasonOf(issue: v.InferIssue<typeof FeedWork>, value: unknown): Message {
  const field = v.getDotPath(issue)
  if (field === null) return { code: 'catalogLine.notObject', values: {} }
  if (field === 'id' && (typeof value !== 'object' || value === null || !('id' in value)))
    return { code: 'catalogLine.noId', values: {} }
  if (field === 'id' && issue.message === 'workIdExpected' && typeof issue.input === 'string')
    return { code: 'catalogLine.badId', values: {} }
  const fault = fieldFaults.find((one) => one === issue.message) ?? 'wrongType'
  return { code: `catalogLine.${fault}`, values: { field } }
}
