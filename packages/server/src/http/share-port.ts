/** Whether several threads may listen to one port, among which the system deals connections out. */
import { createServer } from 'node:net'

export function canSharePort(host: string): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ host, port: 0, reusePort: true }, () => server.close(() => resolve(true)))
  })
}
