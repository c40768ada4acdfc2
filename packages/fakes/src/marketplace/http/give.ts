/** Sends an answer, whole or as a fault wants it. */
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, html } from './answer.ts'
import type { Fault } from './faults.ts'

export interface Giving {
  readonly answer: () => Answer | Promise<Answer>
  readonly fault: Fault | undefined
  /** Told the status as soon as it is sent. */
  readonly answered: (status: number) => void
}

/** Ends when all that will be sent is sent. */
export async function give(response: ServerResponse, { answer, fault, answered }: Giving): Promise<void> {
  if (fault?.kind === 'drop') {
    response.destroy()
    return
  }
  if (fault?.kind === 'hang') await wait(fault.milliseconds ?? 12_000, undefined, { ref: false })
  const given = fault ? spoilt(fault, await answer()) : await answer()
  if (response.destroyed) return
  const bytes = Buffer.from(given.body)
  answered(given.status)
  if (fault?.kind === 'cut') return breakOff(response, given, bytes)
  response.writeHead(given.status, { ...given.headers, 'content-length': bytes.length })
  response.end(bytes)
}

/** Promises all, sends half. */
function breakOff(response: ServerResponse, { status, headers }: Answer, bytes: Buffer): void {
  response.writeHead(status, { ...headers, 'content-length': Math.max(bytes.length, 2) })
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy())
}

function spoilt(fault: Fault, answer: Answer): Answer {
  if (fault.kind === 'page') return html(apology)
  if (fault.kind === 'empty') return { ...answer, body: '' }
  if (fault.kind === 'garbled') return { ...answer, body: '[{"workno":"RJ0' }
  if (fault.kind === 'error') return html(apology, 500)
  if (fault.kind !== 'tooMany' && fault.kind !== 'unavailable') return answer
  const { status, headers, body } = html(apology, fault.kind === 'tooMany' ? 429 : 503)
  const retry = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
  return { status, headers: { ...headers, ...retry }, body }
}

const apology =
  '<!DOCTYPE html><html lang="ja"><head><title>メンテナンス中</title></head><body><p>ただいま混み合っております。</p></body></html>'
