/** The child process of `slow-listeners.ts`. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { constants, setPriority } from 'node:os'
import * as v from 'valibot'

const Order = v.object({ port: v.number(), path: v.string(), count: v.number() })
export type Order = v.InferOutput<typeof Order>

const bytesPerRead = 48_000
/** Each listener reads once per second; the reads are spread over this many turns. */
const turnsPerSecond = 20

// Ends with its parent, so that a failed benchmark leaves no listeners.
process.once('disconnect', () => process.exit())
process.once('message', (order) => void listen(v.parse(Order, order)))

async function listen({ port, path, count }: Order): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW)
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, '127.0.0.1').pause()
      await once(socket, 'connect')
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
      return socket
    }),
  )
  let turn = 0
  setInterval(() => {
    turn += 1
    for (const [at, socket] of sockets.entries())
      if (at % turnsPerSecond === turn % turnsPerSecond) socket.read(bytesPerRead)
  }, 1_000 / turnsPerSecond)
  process.send?.('listening')
}
