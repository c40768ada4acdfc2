/** Clients that request bytes and discard them: bare sockets, so that the server is measured, not a library. */
import { connect } from 'node:net'

export interface RawLoad {
  readonly port: number
  readonly path: string
  readonly clients: number
  /** The length of each requested range, each time at another offset; undefined requests the whole file. */
  readonly rangeBytes: number | undefined
  readonly fileBytes: number
  readonly milliseconds: number
}

/** Returns body bytes per second over all clients. */
export async function bytesPerSecond(load: RawLoad): Promise<number> {
  const started = performance.now()
  const until = started + load.milliseconds
  const counts = await Promise.all(
    Array.from({ length: load.clients }, (_, client) => readUntil(load, client, until)),
  )
  return counts.reduce((sum, one) => sum + one, 0) / ((performance.now() - started) / 1000)
}

function readUntil(load: RawLoad, client: number, until: number): Promise<number> {
  const { port, path, rangeBytes, fileBytes } = load
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = 0
    let left = 0
    let turn = client * 7
    const send = () => {
      turn += 13
      const start = rangeBytes === undefined ? 0 : (turn * rangeBytes) % (fileBytes - rangeBytes)
      const range = rangeBytes === undefined ? '' : `Range: bytes=${start}-${start + rangeBytes - 1}\r\n`
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${range}\r\n`)
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      const body = left > 0 ? chunk.length : chunk.length - headLength(chunk)
      if (left === 0) left = contentLength(chunk)
      received += body
      left -= body
      if (performance.now() > until) {
        socket.destroy()
        resolve(received)
      } else if (left === 0) send()
    })
  })
}

/** Servers send the head of a response in one piece. */
function headLength(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n')
  if (end === -1) throw new Error('the head of a response came in pieces')
  return end + 4
}

function contentLength(chunk: Buffer): number {
  const head = chunk.toString('latin1', 0, headLength(chunk))
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (!/^HTTP\/1\.1 20[06]/.test(head) || length === undefined) throw new Error(head)
  return Number(length)
}
