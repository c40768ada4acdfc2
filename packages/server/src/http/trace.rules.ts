/** Reads what callers and the proxies before them say of a request, so that lines of several logs are found together. */

const plain = /^[\w.:@+/=-]{1,100}$/

/** Returns the caller's own name of a request, if it may stand in a log and a header. */
export const requestIdOf = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' && plain.test(header) ? header : undefined

/** Our part of a trace, which a part of somebody else's leads to. */
export interface Trace {
  readonly traceId: string
  readonly parentSpanId: string
  readonly spanId: string
}

const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/
const isNothing = (id: string) => /^0+$/.test(id)

/** Goes on with a W3C trace; undefined for none, and for whatever is not one to the letter. */
export function traceOf(
  header: string | readonly string[] | undefined,
  newSpanId: () => string,
): Trace | undefined {
  if (typeof header !== 'string' || header.length > 200) return undefined
  const [, version = '', traceId = '', parentSpanId = '', more] = traceparent.exec(header) ?? []
  const isKnown = version !== '' && version !== 'ff' && (version !== '00' || more === undefined)
  if (!isKnown || isNothing(traceId) || isNothing(parentSpanId)) return undefined
  return { traceId, parentSpanId, spanId: newSpanId() }
}
