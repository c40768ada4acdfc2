import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral port range: otherwise a connection could take the port before the program does. */
const [minPort, maxPort] = [20_000, 30_000]

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(minPort, maxPort)
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
