/** Parses the request ID and trace context of callers and proxies, so that the logs of several systems can be correlated. */

const safePattern = /^[\w.:@+/=-]{1,100}$/

/** Returns the caller's request ID if it is safe in a log and a header. */
export const requestIdOf = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' && safePattern.test(header) ? header : undefined

/** A span of this server in a trace of the caller. */
export interface Trace {
  readonly traceId: string
  readonly parentSpanId: string
  readonly spanId: string
}

const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/
const isZero = (id: string) => /^0+$/.test(id)

/** Continues a W3C trace. Returns undefined without a header or for an invalid one. */
export function traceOf(
  header: string | readonly string[] | undefined,
  newSpanId: () => string,
): Trace | undefined {
  if (typeof header !== 'string' || header.length > 200) return undefined
  const [, version = '', traceId = '', parentSpanId = '', more] = traceparent.exec(header) ?? []
  const isKnown = version !== '' && version !== 'ff' && (version !== '00' || more === undefined)
  if (!isKnown || isZero(traceId) || isZero(parentSpanId)) return undefined
  return { traceId, parentSpanId, spanId: newSpanId() }
}
