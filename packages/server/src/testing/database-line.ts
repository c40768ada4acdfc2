/** A connection to a database server that a test can cut, or hold while nothing comes through. */
import { connect, createServer, type Socket } from 'node:net'

export interface DatabaseLine {
  readonly port: number
  /** Ends what is connected and refuses new connections. */
  readonly cut: () => void
  /** Connections, old and new, receive nothing. */
  readonly hold: () => void
  /** The line is as it was at first; what was held goes on. */
  readonly mend: () => void
  readonly close: () => Promise<void>
}

export async function databaseLine(target: {
  readonly host: string
  readonly port: number
}): Promise<DatabaseLine> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let state: 'whole' | 'cut' | 'held' = 'whole'
  const server = createServer((near) => {
    if (state === 'cut') return near.destroy()
    const far = connect(target.port, target.host)
    const pair = [near, far] as const
    const end = () => {
      near.destroy()
      far.destroy()
      pairs.delete(pair)
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    pairs.add(pair)
    near.pipe(far)
    far.pipe(near)
    if (state === 'held') pause(pair)
    return near
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const endAll = () => {
    for (const [near] of pairs) near.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut: () => {
      state = 'cut'
      endAll()
    },
    hold: () => {
      state = 'held'
      for (const pair of pairs) pause(pair)
    },
    mend: () => {
      state = 'whole'
      for (const [near, far] of pairs) {
        near.pipe(far)
        far.pipe(near)
      }
    },
    close: async () => {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function pause([near, far]: readonly [Socket, Socket]): void {
  for (const socket of [near, far]) {
    socket.unpipe()
    socket.pause()
  }
}
