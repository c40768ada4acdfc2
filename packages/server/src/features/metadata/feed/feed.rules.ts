import { FeedWork, feedVersion } from '@koedana/contract/feed.ts'
import { normaliseWorkId } from '@koedana/contract/values.ts'
import * as v from 'valibot'

export type Parsed =
  | { readonly kind: 'work'; readonly work: FeedWork }
  | { readonly kind: 'empty' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** The header names another version, so no line can be trusted. */
  | { readonly kind: 'otherVersion'; readonly reason: string }

/** The first line may be a header and may begin with a byte order mark. */
export function parseLine(text: string, isFirst: boolean): Parsed {
  const bare = isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text
  if (bare.trim() === '') return { kind: 'empty' }
  const value = parseJson(bare)
  if (value === undefined) return refused('is not JSON')
  if (isFirst && isHeader(value)) {
    if (value.koedana === feedVersion) return { kind: 'empty' }
    const version = JSON.stringify(value.koedana).slice(0, longestVersion)
    return {
      kind: 'otherVersion',
      reason: `is a feed of version ${version}, and this server reads version ${feedVersion}`,
    }
  }
  return parseWork(value)
}

/** Maximum number of characters of the version that an error shows. */
const longestVersion = 20

export const refused = (reason: string) => ({ kind: 'refused', reason }) as const

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isHeader = (value: unknown): value is { koedana: unknown } =>
  typeof value === 'object' && value !== null && 'koedana' in value && !('id' in value)

function parseWork(value: unknown): Parsed {
  const result = v.safeParse(FeedWork, value, { abortEarly: true, abortPipeEarly: true })
  if (!result.success) return refused(reasonOf(result.issues[0], value))
  return {
    kind: 'work',
    work: { ...result.output, id: normaliseWorkId(result.output.id) ?? result.output.id },
  }
}

function reasonOf(issue: v.InferIssue<typeof FeedWork>, value: unknown): string {
  const path = v.getDotPath(issue)
  if (path === null) return 'is not an object'
  if (path === 'id' && (typeof value !== 'object' || value === null || !('id' in value))) return 'lacks an id'
  if (path === 'id' && issue.message === 'workIdExpected' && typeof issue.input === 'string') {
    return 'has an id that is not a work id'
  }
  return `${path} ${sentences[issue.message] ?? 'is of the wrong type'}`
}

const sentences: Readonly<Record<string, string>> = {
  dateExpected: 'is not a day that exists (YYYY-MM-DD)',
  instantExpected: 'is not an instant (YYYY-MM-DDThh:mm:ss.sssZ)',
  textExpected: 'is not text, or holds characters that cannot be stored',
  textTooLong: 'is too long',
  notInAddress: 'cannot stand in an address',
  required: 'is empty',
  integerExpected: 'is not a whole number',
  numberExpected: 'is not a number',
  numberTooSmall: 'is too small',
  numberTooLarge: 'is too large',
  listExpected: 'is not a list',
  objectExpected: 'is not an object',
  ageCategoryUnknown: 'is not an age category (all, r15, r18)',
  workIdExpected: 'is not a work id',
  localeUnknown: 'names an unknown locale',
  valueUnknown: 'is not one of the known values',
}
