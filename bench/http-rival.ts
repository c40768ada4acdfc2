/**
 * A program: node:http and nothing else, sending ready bytes. Its bodies come in the first message of its parent; it
 * answers with its port.
 */
import { createServer } from 'node:http'

process.once('message', (bodies: string[]) => {
  const ready = bodies.map((body) => Buffer.from(body, 'base64'))
  let next = 0
  const server = createServer((request, response) => {
    if (request.headers['if-none-match'] !== undefined) {
      response.writeHead(304, { etag: '"ready"', 'cache-control': 'private, no-cache' }).end()
      return
    }
    const body = ready[next++ % ready.length]!
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' ? address?.port : undefined)
  })
})
process.once('disconnect', () => process.exit())
