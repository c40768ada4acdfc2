/** An HTTP server on loopback that can be made to fail like real file servers. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Replaces responses. `cut`, `stall` and `slow` change the body of the normal response. */
export interface Trouble {
  readonly type: 'status' | 'html' | 'hang' | 'reset' | 'cut' | 'stall' | 'slow'
  /** Status code of `status`; 500 by default. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Selects requests; all by default. */
  readonly when?: (request: { readonly method: string; readonly path: string }) => boolean
}

export interface TroubledServer {
  /** `http://127.0.0.1:40123`. */
  readonly url: string
  readonly port: number
  /** For example `PROPFIND /dav/a`, in order. */
  readonly requests: string[]
  /** Counts all bytes, including response headers. */
  readonly bytesSent: () => number
  readonly setTrouble: (trouble?: Trouble) => void
  readonly close: () => Promise<void>
}

export async function startTroubledServer(reply: RequestListener): Promise<TroubledServer> {
  const requests: string[] = []
  const sockets: Socket[] = []
  let trouble: Trouble | undefined
  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/' } = request
    requests.push(`${method} ${path}`)
    const now = trouble
    if (now && (now.when?.({ method, path }) ?? true)) suffer(now, request, response, reply)
    else reply(request, response)
  })
  server.on('connection', (socket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    bytesSent: () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    setTrouble: (next) => {
      trouble = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function suffer(
  trouble: Trouble,
  request: IncomingMessage,
  response: ServerResponse,
  reply: RequestListener,
): void {
  const { type, status = 500, headers = {}, body = '' } = trouble
  if (type === 'status') response.writeHead(status, headers).end(body)
  else if (type === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end(loginPage)
  else if (type === 'reset') request.socket.destroy()
  else if (type === 'cut' || type === 'stall' || type === 'slow') reply(request, halfOf(response, type))
}

const loginPage = '<!doctype html><html><body><h1>Please sign in</h1><br></body></html>'

const slowMs = 40

/** Sends the headers and half of the body. Then the connection closes, nothing follows, or the rest follows after a delay. */
function halfOf(response: ServerResponse, type: 'cut' | 'stall' | 'slow'): ServerResponse {
  const end = response.end.bind(response)
  return Object.assign(response, {
    end: (body?: string | Uint8Array) => {
      const bytes = Buffer.from(body ?? '')
      if (bytes.length === 0) return end()
      const half = Math.floor(bytes.length / 2)
      response.write(bytes.subarray(0, half), () => {
        if (type === 'cut') response.destroy()
        else if (type === 'slow') setTimeout(() => end(bytes.subarray(half)), slowMs)
      })
      return response
    },
  })
}
