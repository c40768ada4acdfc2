/**
 * Sends one request after another over several connections as cheaply as possible: a socket and the content length, nothing else. It runs
 * in the caller's process and does not sleep, because waking it would cost the server some ten microseconds. If it shares a core with the
 * server, it must sleep, or the server would wait for it.
 */
import { connect } from 'node:net'

export interface Load {
  readonly port: number
  readonly connections: number
  readonly milliseconds: number
  /** Returns the whole request as sent over the socket. */
  readonly request: () => string
  readonly status: 200 | 304
  readonly sleeps?: boolean
}

/** Returns the number of responses per second. */
export async function generateLoad(load: Load): Promise<number> {
  const started = performance.now()
  const until = started + load.milliseconds
  if (!load.sleeps) stayAwake(until)
  const counts = await Promise.all(Array.from({ length: load.connections }, () => sendUntil(until, load)))
  const seconds = (performance.now() - started) / 1000
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}

function stayAwake(until: number): void {
  if (performance.now() < until) setImmediate(() => stayAwake(until))
}

function sendUntil(until: number, { port, request, status }: Load): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let responses = 0
    let missing = 0
    let head = ''
    const send = () => void socket.write(request(), 'latin1')
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      if (missing > 0) missing -= chunk.length
      else {
        head += chunk.toString('latin1', 0, maxHeadLength)
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        if (!head.startsWith(`HTTP/1.1 ${status}`)) return socket.destroy(new Error(head.slice(0, end)))
        missing = lengthOf(head) + end + 4 - chunk.length
        head = ''
      }
      if (missing > 0) return
      responses += 1
      if (performance.now() < until) send()
      else socket.end(() => resolve(responses))
    })
  })
}

/** Heads arrive in one chunk; the rest of the chunk is only counted. */
const maxHeadLength = 2_000

const lengthOf = (head: string) => Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
