/** A proxy to a database server that a test can cut, pause or slow down. */
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

export interface DatabaseProxy {
  readonly port: number
  readonly cut: () => void
  readonly hold: () => void
  /** Delays everything that the server sends by some milliseconds, in order. */
  readonly slow: (delayMs: number) => void
  /** Restores normal operation. Held data is delivered. */
  readonly mend: () => void
  readonly close: () => Promise<void>
}

export async function startDatabaseProxy(target: {
  readonly host: string
  readonly port: number
}): Promise<DatabaseProxy> {
  const pairs = new Set<Pair>()
  let state: 'whole' | 'cut' | 'held' = 'whole'
  let delayMs = 0
  const server = createServer((near) => {
    if (state === 'cut') return near.destroy()
    const far = connect(target.port, target.host)
    const late = new Transform({
      transform: (chunk, _encoding, done) => {
        if (delayMs === 0) done(null, chunk)
        else setTimeout(() => done(null, chunk), delayMs)
      },
    })
    late.pipe(near)
    const pair = { near, far, late }
    const end = () => {
      near.destroy()
      far.destroy()
      pairs.delete(pair)
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    pairs.add(pair)
    join(pair)
    if (state === 'held') pause(pair)
    return near
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const endAll = () => {
    for (const { near } of pairs) near.destroy()
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
    slow: (ms) => {
      delayMs = ms
    },
    mend: () => {
      state = 'whole'
      delayMs = 0
      for (const pair of pairs) join(pair)
    },
    close: async () => {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Pair {
  readonly near: Socket
  readonly far: Socket
  readonly late: Transform
}

function join({ near, far, late }: Pair): void {
  near.pipe(far)
  far.pipe(late)
}

function pause({ near, far }: Pair): void {
  for (const socket of [near, far]) {
    socket.unpipe()
    socket.pause()
  }
}
