/** Parses the search parameters of URLs. Arrays are repeated keys, as in the API. */
import { writeQuery } from '@koedana/contract/kit/endpoint.ts'

export function parseSearch(text: string): Record<string, string | readonly string[]> {
  const written = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(written.keys())].map((key) => [key, singleOrList(written.getAll(key))]),
  )
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const text = writeQuery(search).toString()
  return text && `?${text}`
}

function singleOrList(values: readonly string[]): string | readonly string[] {
  const [first = '', ...rest] = values
  return rest.length === 0 ? first : values
}
