/** An HTTP server on loopback, closed at the end of its `using` block. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoopbackServer extends AsyncDisposable {
  readonly port: number
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string
  readonly requests: readonly string[]
  readonly server: Server
}

export async function startLoopback(
  reply: RequestListener,
  create: (listener: RequestListener) => Server = createServer,
): Promise<LoopbackServer> {
  const requests: string[] = []
  const server = create((request, response) => {
    requests.push(request.url ?? '')
    reply(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = addressOf(server)
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { port, url: `http://127.0.0.1:${port}`, requests, server, [Symbol.asyncDispose]: close }
}

function addressOf(server: Server): AddressInfo {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address
}
