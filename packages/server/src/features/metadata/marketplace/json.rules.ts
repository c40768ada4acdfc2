/** Answers in JSON. */
import { notJson, type Reading, unreadable } from './reply.rules.ts'

export function readJson<T>(body: Buffer, read: (value: unknown) => Reading<T>): Reading<T> {
  const value = parse(body.toString())
  return value === undefined ? notJson : read(value)
}

/** A list of one record; an empty list is how the marketplace says that it has none. */
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
