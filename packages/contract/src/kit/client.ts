/** A typed client of the contract over any `fetch`: the browser's, or one injected by a test. */
import * as v from 'valibot'
import { ErrorBody } from '../errors.ts'
import {
  afterHeader,
  behindHeader,
  forgottenChange,
  maxSentChanges,
  type Platform,
  platformHeader,
} from '../values.ts'
import { type Endpoint, type Method, type RequestInput, type ResponseBody, writeQuery } from './endpoint.ts'

/** Longer work runs as a task on the server, so a call that takes this long has failed. */
export const timeoutMs = 10_000

export interface ClientOptions {
  /** Origin and base path, such as `https://host/api/v3`; in a browser the path is enough. */
  readonly baseUrl: string
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** BCP 47 tag sent with every call. */
  readonly language: () => string
  readonly token?: () => string | undefined
  /** Platform of the client, sent with every call. */
  readonly platform?: Platform
  /** Returns the message for a call without a response. The browser's own message is technical and in the browser's language. */
  readonly wordsOfLoss?: (cause: unknown) => string
  /** Called with every failed call before the error is thrown. */
  readonly onError?: (error: ApiError, sent: Sent) => void
}

export interface Sent {
  readonly method: Method
  readonly path: string
  /** The bearer token sent; another user may have logged in before the response arrived. */
  readonly token: string | undefined
}

export class ApiError extends Error {
  /** 0 if no response arrived. */
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
  input: RequestInput<E> & Loose,
  signal?: AbortSignal,
) => Promise<ResponseBody<E>>

export function createClient(options: ClientOptions): Call {
  // Names of the changes that this client wrote. Servers that share a database must include them in later responses.
  let written: readonly string[] = []
  return async (endpoint, input, signal) => {
    const sent: Sent = { method: endpoint.method, path: endpoint.path, token: options.token?.() }
    try {
      const { url, init } = request(options, endpoint, input)
      const headers = {
        ...init.headers,
        ...(sent.token ? { authorization: `Bearer ${sent.token}` } : {}),
        ...(written.length > 0 ? { [afterHeader]: written.join(', ') } : {}),
      }
      const wanted = written
      const response = await options.fetch(url, { ...init, headers, signal: limited(signal) })
      written = namesAfter(response, { wanted, written })
      return await readBody(response)
    } catch (cause) {
      if (signal?.aborted || isGivenUp(cause)) throw cause
      const error =
        cause instanceof ApiError
          ? cause
          : new ApiError((options.wordsOfLoss ?? transportMessage)(cause), 0, undefined, cause)
      options.onError?.(error, sent)
      throw error
    }
  }
}

/**
 * Returns the change names to send from now on. A response includes the changes named in its request, unless it has the header
 * `behindHeader`.
 */
function namesAfter(
  { headers }: Response,
  { wanted, written }: { readonly wanted: readonly string[]; readonly written: readonly string[] },
): readonly string[] {
  const name = headers.get(afterHeader)
  if (name === null) return written
  const kept = headers.has(behindHeader) ? written : written.filter((one) => !wanted.includes(one))
  return name === forgottenChange ? kept : [...kept, name].slice(-maxSentChanges)
}

/** Returns the error of a response that is not `ok`, for callers that do not use the client. */
export async function failureOf(response: Response): Promise<ApiError> {
  return failure(response, await response.text())
}

/** Returns the path with its parameters filled in, below the base path. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

interface Loose {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

function request({ baseUrl, language, platform }: ClientOptions, { method, path }: Endpoint, input: Loose) {
  const query = writeQuery(input.query ?? {}).toString()
  const filled = fillPath(path, input.params ?? {})
  const hasBody = input.body !== undefined
  const headers: Record<string, string> = { 'accept-language': language() }
  if (platform) headers[platformHeader] = platform
  if (hasBody) headers['content-type'] = 'application/json'
  return {
    url: `${baseUrl}${filled}${query && `?${query}`}`,
    init: { method, headers, ...(hasBody ? { body: JSON.stringify(input.body) } : {}) },
  }
}

function limited(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

/** Browsers abort pending requests when the page is left. A timeout is a `TimeoutError` instead. */
const isGivenUp = (cause: unknown) => cause instanceof Error && cause.name === 'AbortError'

async function readBody(response: Response) {
  const text = await response.text()
  if (!response.ok) throw failure(response, text)
  return text === '' ? undefined : JSON.parse(text)
}

/** Returns an error with the body's `error`, else its `message`, else the status text: the first that is not blank. */
function failure(response: Response, text: string): ApiError {
  const body = readJson(text)
  const parsed = v.safeParse(ErrorBody, body)
  const said = [textIn(body, 'error'), textIn(body, 'message'), response.statusText]
  const message = said.find(isSaying) ?? `HTTP ${response.status}`
  return new ApiError(message, response.status, parsed.success ? parsed.output : undefined)
}

/** Returns a property of any JSON value. */
const textIn = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined

const isSaying = (text: unknown): text is string => typeof text === 'string' && text.trim() !== ''

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
