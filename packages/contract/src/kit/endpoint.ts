/** One endpoint of the API, said once: server, client, OpenAPI and tests derive from it. */
import type * as v from 'valibot'

/** `user`: signed in, guests included. `member`: roles 1 and 3. `signed`: the URL carries its own keyed hash. */
export type Access = 'public' | 'user' | 'member' | 'admin' | 'signed'

/** Which limiter counts the call. `uncounted`: a watchdog asks it, and ends the server where it is refused. */
export type RateClass = 'read' | 'write' | 'credential' | 'media' | 'uncounted'
export type CountedClass = Exclude<RateClass, 'uncounted'>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Schema = v.GenericSchema
export type ObjectSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>> & {
  readonly entries: v.ObjectEntries
}

export interface Endpoint {
  readonly method: Method
  /** The path below `/api/v3`, with `:name` for parameters, as `/works/:id`. */
  readonly path: string
  readonly access: Access
  readonly rate: RateClass
  /** Where it is not 200, or 204 for an endpoint without an answer. */
  readonly status?: 201 | 202
  /** One sentence for the reader of the OpenAPI document. */
  readonly summary: string
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: Schema
  /** How large a body may be, where the usual is too little. */
  readonly bodyBytes?: number
  /** The JSON answer; absent for bytes (media, covers) and for 204. */
  readonly response?: Schema
}

/** The mark lets a bundle leave out the endpoints that nothing in it calls. */
/*@__NO_SIDE_EFFECTS__*/
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared
}

type Input<S> = S extends Schema ? v.InferInput<S> : undefined
type Output<S> = S extends Schema ? v.InferOutput<S> : undefined
type Part<E, K extends string> = E extends { readonly [key in K]: infer S } ? S : undefined

/** What the server's handler receives once the border has parsed the request. */
export interface Parsed<E extends Endpoint> {
  readonly params: Output<Part<E, 'params'>>
  readonly query: Output<Part<E, 'query'>>
  readonly body: Output<Part<E, 'body'>>
}

/** What the client's caller hands over. */
export type RequestInput<E extends Endpoint> = Provided<'params', Input<Part<E, 'params'>>> &
  Provided<'query', Input<Part<E, 'query'>>> &
  Provided<'body', Input<Part<E, 'body'>>>

/** The brackets keep a body that is one of several shapes one body. */
type Provided<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { readonly [key in K]?: T }
    : { readonly [key in K]: T }

/** The JSON answer of an endpoint. */
export type ResponseBody<E extends Endpoint> = Output<Part<E, 'response'>>
