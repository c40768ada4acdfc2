/** Forwards a request to the thread that owns all long-polling sessions. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Relay } from '../../../../threads/relay.ts'

/** More than any client of this API sends. */
const maxBodyBytes = 4 * 1024

export function relayRequest(relay: Relay, request: IncomingMessage, response: ServerResponse): void {
  const pieces: Buffer[] = []
  let bytes = 0
  request.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes <= maxBodyBytes) pieces.push(piece)
  })
  request.once('end', () => {
    if (bytes > maxBodyBytes) response.writeHead(413).end()
    else void answer(relay, { request, body: Buffer.concat(pieces).toString() }, response)
  })
}

async function answer(
  relay: Relay,
  { request, body }: { readonly request: IncomingMessage; readonly body: string },
  response: ServerResponse,
): Promise<void> {
  const { method, url = '/', headers, socket } = request
  try {
    const relayed = await relay({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers,
      remoteAddress: socket.remoteAddress ?? '',
      body,
    })
    for (const [name, value] of Object.entries(relayed.headers)) {
      if (value !== undefined && name !== 'transfer-encoding') response.setHeader(name, value)
    }
    response.writeHead(relayed.status).end(relayed.body)
  } catch {
    response.writeHead(503).end()
  }
}
