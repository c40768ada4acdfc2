/** A typed client of the contract over any `fetch`: the browser's, or a test's injection. */
import * as v from 'valibot'
import { ErrorBody } from '../errors.ts'
import type { Answer, Asked, Endpoint } from './endpoint.ts'
import { writeQuery } from './query.ts'

/** The server works on anything longer as a task, so a call that takes this long is lost. */
export const timeoutMs = 10_000

export interface ClientOptions {
  /** Origin and base path, as `https://host/api/v3`, or the path alone in a browser. */
  readonly baseUrl: string
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** BCP 47 tag sent with every call. */
  readonly language: () => string
  readonly token?: () => string | undefined
  /** Told of every failed call before it is thrown. */
  readonly onError?: (error: ApiError) => void
}

export class ApiError extends Error {
  /** 0 where no answer came at all. */
  readonly status: number
  readonly body: ErrorBody | undefined

  constructor(message: string, status: number, body?: ErrorBody, cause?: unknown) {
    super(message, { cause })
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  asked: Asked<E> & Loose,
  signal?: AbortSignal,
) => Promise<Answer<E>>

export function createClient(options: ClientOptions): Call {
  return async (endpoint, asked, signal) => {
    try {
      const response = await send(options, endpoint, asked, signal)
      return await readAnswer(response)
    } catch (cause) {
      if (signal?.aborted) throw cause
      const error =
        cause instanceof ApiError ? cause : new ApiError(transportMessage(cause), 0, undefined, cause)
      options.onError?.(error)
      throw error
    }
  }
}

/** The path with its parameters filled in, below the base path. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

interface Loose {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

function send(options: ClientOptions, endpoint: Endpoint, asked: Loose, signal?: AbortSignal) {
  const query = writeQuery(asked.query ?? {}).toString()
  const path = fillPath(endpoint.path, asked.params ?? {})
  const token = options.token?.()
  const headers: Record<string, string> = { 'accept-language': options.language() }
  if (token) headers.authorization = `Bearer ${token}`
  if (asked.body !== undefined) headers['content-type'] = 'application/json'
  const timeout = AbortSignal.timeout(timeoutMs)
  return options.fetch(`${options.baseUrl}${path}${query && `?${query}`}`, {
    method: endpoint.method,
    headers,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
  })
}

async function readAnswer(response: Response) {
  const text = await response.text()
  if (!response.ok) throw failure(response, text)
  return text === '' ? undefined : JSON.parse(text)
}

/** The body's `error`, else its `message`, else the transport's own words. */
function failure(response: Response, text: string): ApiError {
  const body = readJson(text)
  const parsed = v.safeParse(ErrorBody, body)
  const loose = v.safeParse(
    v.object({ error: v.optional(v.string()), message: v.optional(v.string()) }),
    body,
  )
  const said = loose.success ? (loose.output.error ?? loose.output.message) : undefined
  const message = said ?? (response.statusText || `HTTP ${response.status}`)
  return new ApiError(message, response.status, parsed.success ? parsed.output : undefined)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function transportMessage(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
