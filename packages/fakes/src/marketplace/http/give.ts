/** Sends an answer, whole or as a fault wants it. */
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Fault, FaultKind } from './faults.ts'
import { type FakeResponse, html } from './response.ts'

export interface Giving {
  readonly respond: () => FakeResponse | Promise<FakeResponse>
  readonly fault: Fault | undefined
  readonly takesGzip: boolean
  /** Called with the status as soon as it is sent. */
  readonly onStatus: (status: number) => void
}

/** Ends when all that will be sent is sent. */
export async function give(
  response: ServerResponse,
  { respond, fault, onStatus, takesGzip }: Giving,
): Promise<void> {
  if (fault?.kind === 'drop') {
    response.destroy()
    return
  }
  if (fault?.kind === 'hang') await wait(fault.milliseconds ?? 12_000, undefined, { ref: false })
  const meant = fault ? spoilt(fault, await respond()) : await respond()
  if (response.destroyed) return
  const given = takesGzip ? zipped(meant) : meant
  const bytes = Buffer.from(given.body)
  onStatus(given.status)
  if (fault?.kind === 'cut') return breakOff(response, given, bytes)
  response.writeHead(given.status, { ...given.headers, 'content-length': bytes.length })
  response.end(bytes)
}

/** Pictures are packed already, and a few bytes are not worth it. */
function zipped(respond: FakeResponse): FakeResponse {
  if (typeof respond.body !== 'string' || respond.body.length < 1000) return respond
  const headers = { ...respond.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' }
  return { ...respond, headers, body: gzipSync(respond.body, { level: 1 }) }
}

/** Promises all, sends half. */
function breakOff(response: ServerResponse, { status, headers }: FakeResponse, bytes: Buffer): void {
  response.writeHead(status, { ...headers, 'content-length': Math.max(bytes.length, 2) })
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy())
}

function spoilt(fault: Fault, respond: FakeResponse): FakeResponse {
  if (fault.kind === 'page') return html(apology)
  if (fault.kind === 'empty') return { ...respond, body: '' }
  if (fault.kind === 'garbled') return { ...respond, body: '[{"workno":"RJ0' }
  const refusal = refusals[fault.kind]
  if (refusal === undefined) return respond
  const { status, headers, body } = html(apology, refusal)
  const retry = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
  return { status, headers: { ...headers, ...retry }, body }
}

const refusals: Partial<Record<FaultKind, number>> = {
  tooMany: 429,
  unavailable: 503,
  error: 500,
  missing: 404,
  forbidden: 403,
}

const apology =
  '<!DOCTYPE html><html lang="ja"><head><title>メンテナンス中</title></head><body><p>ただいま混み合っております。</p></body></html>'
