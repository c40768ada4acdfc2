/**
 * A process with bare node:http that sends prepared responses. It receives them in the first message of its parent and replies with its
 * port.
 */
import { createServer } from 'node:http'

export interface PreparedResponse {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: string[]
  readonly body: string
}

process.once('message', (responses: PreparedResponse[]) => {
  const ready = responses.map((result) => ({ ...result, body: Buffer.from(result.body, 'base64') }))
  let next = 0
  const server = createServer((_request, response) => {
    const { status, headers, body } = ready[next++ % ready.length]!
    response.writeHead(status, headers).end(body)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' ? address?.port : undefined)
  })
})
process.once('disconnect', () => process.exit())
