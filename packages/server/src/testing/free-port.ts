import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral port range: otherwise a connection could take the port before the program does. */
const [lowest, highest] = [20_000, 30_000]

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
