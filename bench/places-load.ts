/**
 * The reporting process of `places.ts`: each listener reports every ten seconds at its own time, whether the server has responded to others
 * or not. Response times are measured from the time at which the request was due.
 */
import { connect, type Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { basePath } from '@koedana/contract/base-path.ts'
import type { Listener } from './places-fill.ts'
import { quantile } from './report.ts'

export interface PlacesOrder {
  readonly port: number
  readonly listeners: readonly Listener[]
  readonly everySeconds: number
  readonly milliseconds: number
}

export interface PlacesResult {
  readonly sent: number
  readonly responsesPerSecond: number
  readonly p50: number
  readonly p99: number
}

const connections = 128

// It simulates thousands of devices, which in reality use no CPU of the server, so it runs with low priority.
setPriority(constants.priority.PRIORITY_LOW)

process.on('message', (order: PlacesOrder) => {
  report(order).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

interface Connection {
  readonly socket: Socket
  /** When the pending request was due. */
  due: number
}

async function report(order: PlacesOrder): Promise<PlacesResult> {
  const { port, listeners, everySeconds, milliseconds } = order
  const latencies: number[] = []
  const idle: Connection[] = []
  for (let at = 0; at < connections; at++) {
    const connection: Connection = { socket: connect({ port, host: '127.0.0.1', noDelay: true }), due: 0 }
    connection.socket.on('data', (chunk) => {
      if (!chunk.includes('HTTP/1.1 200')) throw new Error(chunk.toString())
      latencies.push(performance.now() - connection.due)
      idle.push(connection)
    })
    idle.push(connection)
  }
  const run = `${process.pid}-${Date.now()}`
  const began = performance.now()
  const perMs = listeners.length / everySeconds / 1_000
  let sent = 0
  for (let elapsed = 0; elapsed < milliseconds; elapsed = performance.now() - began) {
    while (sent < elapsed * perMs && idle.length > 0) {
      const connection = idle.pop()!
      connection.due = began + sent / perMs
      connection.socket.write(requestOf(order, run, sent))
      sent += 1
    }
    await sleep(1)
  }
  const seconds = (performance.now() - began) / 1_000
  const responsesPerSecond = latencies.length / seconds
  while (idle.length < connections) await sleep(5)
  for (const { socket } of idle) socket.destroy()
  return { sent, responsesPerSecond, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) }
}

function requestOf({ port, listeners, everySeconds }: PlacesOrder, run: string, sent: number): string {
  const { token, fileId } = listeners[sent % listeners.length]!
  const turn = Math.floor(sent / listeners.length)
  const at = new Date().toISOString()
  const body = JSON.stringify({
    deviceNow: at,
    device: { id: `device-${sent % listeners.length}-x`, name: 'Bench' },
    reports: [
      {
        playId: `${run}-${sent % listeners.length}`,
        n: turn,
        kind: 'beat',
        fileId,
        position: turn * everySeconds,
        listened: turn * everySeconds,
        at,
        play: { basedOn: 0, startedAt: at, fileId, position: 0, chosen: false },
      },
    ],
  })
  return (
    `PUT ${basePath}/progress HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  )
}
