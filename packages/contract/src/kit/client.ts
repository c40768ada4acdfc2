/** A typed client of the contract over any `fetch`: the browser's, or one injected by a test. */
import * as v from 'valibot'
import { ErrorBody } from '../errors.ts'
import {
  afterHeader,
  maxSentChanges,
  noChange,
  type Platform,
  platformHeader,
  staleHeader,
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
  readonly onError?: (error: ApiError, sent: SentCall) => void
}

export interface SentCall {
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
  input: RequestInput<E> & RequestParts,
  signal?: AbortSignal,
) => Promise<ResponseBody<E>>

export function createClient(options: ClientOptions): Call {
  // Names of the changes that this client wrote. Servers that share a database must include them in later responses.
  let changedNames: readonly string[] = []
  return async (endpoint, input, signal) => {
    const sent: SentCall = { method: endpoint.method, path: endpoint.path, token: options.token?.() }
    try {
      const { url, init } = buildRequest(options, endpoint, input)
      const headers = {
        ...init.headers,
        ...(sent.token ? { authorization: `Bearer ${sent.token}` } : {}),
        ...(changedNames.length > 0 ? { [afterHeader]: changedNames.join(', ') } : {}),
      }
      const wanted = changedNames
      const response = await options.fetch(url, { ...init, headers, signal: withTimeout(signal) })
      changedNames = nextChangeNames(response, { wanted, written: changedNames })
      return await readBody(response)
    } catch (cause) {
      if (signal?.aborted || isAborted(cause)) throw cause
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
 * `staleHeader`.
 */
function nextChangeNames(
  { headers }: Response,
  { wanted, written }: { readonly wanted: readonly string[]; readonly written: readonly string[] },
): readonly string[] {
  const name = headers.get(afterHeader)
  if (name === null) return written
  const kept = headers.has(staleHeader) ? written : written.filter((one) => !wanted.includes(one))
  return name === noChange ? kept : [...kept, name].slice(-maxSentChanges)
}

/** Returns the error of a response that is not `ok`, for callers that do not use the client. */
export async function readFailure(response: Response): Promise<ApiError> {
  return createFailure(response, await response.text())
}

/** Returns the path with its parameters filled in, below the base path. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

function buildRequest(
  { baseUrl, language, platform }: ClientOptions,
  { method, path }: Endpoint,
  input: RequestParts,
) {
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

function withTimeout(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

/** Browsers abort pending requests when the page is left. A timeout is a `TimeoutError` instead. */
const isAborted = (cause: unknown) => cause instanceof Error && cause.name === 'AbortError'

async function readBody(response: Response) {
  const text = await response.text()
  if (!response.ok) throw createFailure(response, text)
  return text === '' ? undefined : JSON.parse(text)
}

/** Returns an error with the body's `error`, else its `message`, else the status text: the first that is not blank. */
function createFailure(response: Response, text: string): ApiError {
  const body = readJson(text)
  const parsed = v.safeParse(ErrorBody, body)
  const said = [propertyOf(body, 'error'), propertyOf(body, 'message'), response.statusText]
  const message = said.find(isNonBlank) ?? `HTTP ${response.status}`
  return new ApiError(message, response.status, parsed.success ? parsed.output : undefined)
}

/** Returns a property of any JSON value. */
const propertyOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined

const isNonBlank = (text: unknown): text is string => typeof text === 'string' && text.trim() !== ''

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
