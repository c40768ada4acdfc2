/** Returns whether several threads can listen on one port (SO_REUSEPORT), so that the system distributes connections among them. */
import { createServer } from 'node:net'

export function canSharePort(host: string): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ host, port: 0, reusePort: true }, () => server.close(() => resolve(true)))
  })
}
