/** The reasons why an outbound request failed. The error message names a kind and a code, never an address or a header. */

export const outboundFaults = [
  'addressRefused',
  'privateAddress',
  'nameUnknown',
  'connectionRefused',
  'proxyRefused',
  'certificateWrong',
  'timedOut',
  'stopped',
  'answerCut',
  'answerTooLarge',
  'encodingUnknown',
  'tooManyRedirects',
  'unreachable',
] as const
export type OutboundFault = (typeof outboundFaults)[number]

export class OutboundError extends Error {
  readonly fault: OutboundFault

  constructor(fault: OutboundFault, code = '') {
    super(code === '' ? fault : `${fault} (${code})`)
    this.name = 'OutboundError'
    this.fault = fault
  }
}

/** Translates an error of the network library. For proxied requests, an unreachable host means the proxy itself. */
export function outboundErrorOf(error: unknown, isProxied: boolean): OutboundError {
  if (error instanceof OutboundError) return error
  for (const inner of chainOf(error)) {
    if (inner instanceof OutboundError) return inner
    const code = codeOf(inner)
    const fault =
      proxyFaultOf(inner) ?? faults[code] ?? (isCertificate(code) ? 'certificateWrong' : undefined)
    if (fault) return new OutboundError(isProxied && isUnreachableHost(fault) ? 'proxyRefused' : fault, code)
  }
  return new OutboundError(isProxied ? 'proxyRefused' : 'unreachable', codeOf(error))
}

const isUnreachableHost = (fault: OutboundFault) => fault === 'connectionRefused' || fault === 'nameUnknown'

/** Returns the error, its causes, and the members of aggregate errors. */
function chainOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return []
  const together = error instanceof AggregateError ? error.errors : []
  return [...together.flatMap(chainOf), error, ...chainOf(error.cause)]
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

const proxyFaultOf = (error: unknown): OutboundFault | undefined =>
  error instanceof Error && /^Proxy (response \(|Authentication)/.test(error.message)
    ? 'proxyRefused'
    : undefined

const isCertificate = (code: string) =>
  /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code) || code === 'EPROTO'

const faults: Readonly<Record<string, OutboundFault>> = {
  ENOTFOUND: 'nameUnknown',
  EAI_AGAIN: 'nameUnknown',
  EAI_FAIL: 'nameUnknown',
  ENODATA: 'nameUnknown',
  ECONNREFUSED: 'connectionRefused',
  ENETUNREACH: 'connectionRefused',
  EHOSTUNREACH: 'connectionRefused',
  ETIMEDOUT: 'timedOut',
  UND_ERR_CONNECT_TIMEOUT: 'timedOut',
  UND_ERR_HEADERS_TIMEOUT: 'timedOut',
  UND_ERR_BODY_TIMEOUT: 'timedOut',
  UND_ERR_PRX_TLS: 'proxyRefused',
  UND_ERR_PRX_CONN: 'proxyRefused',
  ECONNRESET: 'answerCut',
  EPIPE: 'answerCut',
  UND_ERR_SOCKET: 'answerCut',
  HPE_INVALID_EOF_STATE: 'answerCut',
  Z_BUF_ERROR: 'answerCut',
  Z_DATA_ERROR: 'answerCut',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'answerCut',
}
