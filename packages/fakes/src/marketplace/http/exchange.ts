import type { ResponseContext } from '../responses/forms.ts'

export interface FakeResponse {
  readonly status: number
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
}

export const json = (value: unknown): FakeResponse => ({
  status: 200,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json; charset=utf-8' },
})

export const html = (body: string, status = 200): FakeResponse => ({
  status,
  body,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
})

export const redirect = (location: string): FakeResponse => ({ status: 302, body: '', headers: { location } })

export const notFound = (): FakeResponse =>
  html('<!DOCTYPE html><html><head><title>404</title></head><body><p>404 Not Found</p></body></html>', 404)

export interface FakeRequest {
  readonly url: URL
  /** Decoded, without the query. */
  readonly path: string
  readonly cookies: string
  readonly context: ResponseContext
}

/** Decodes percent signs; returns the text unchanged if they are invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
