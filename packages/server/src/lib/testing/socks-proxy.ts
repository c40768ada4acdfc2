/** A SOCKS5 proxy on loopback that requires a password (RFC 1928, RFC 1929) and resolves every name to loopback. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface SocksProxy extends AsyncDisposable {
  /** Includes the credentials. */
  readonly url: string
  /** The requested hosts as they were sent. The proxy resolves names itself. */
  readonly hosts: readonly string[]
}

const [user, password] = ['me', 'pass word'] as const

export async function startSocksProxy(): Promise<SocksProxy> {
  const hosts: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()))
    serve(socket, hosts).catch(() => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `socks5://${user}:${encodeURIComponent(password)}@127.0.0.1:${address.port}`,
    hosts,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function serve(socket: Socket, hosts: string[]): Promise<void> {
  const take = takerOf(socket)
  const [version = 0, methods = 0] = await take(2)
  const offered = await take(methods)
  if (version !== 5 || !offered.includes(2)) return void socket.end(Buffer.from([5, 255]))
  socket.write(Buffer.from([5, 2]))
  await take(1)
  const [name, secret] = [await takeText(take), await takeText(take)]
  if (name !== user || secret !== password) return void socket.end(Buffer.from([1, 1]))
  socket.write(Buffer.from([1, 0]))
  const [, command, , type] = await take(4)
  const host = type === 3 ? await takeText(take) : (await take(type === 4 ? 16 : 4)).join('.')
  const port = (await take(2)).readUInt16BE()
  hosts.push(host)
  if (command !== 1) return void socket.end(replied(7))
  const target = connect(port, '127.0.0.1')
  target.on('error', () => socket.end(replied(5)))
  await once(target, 'connect')
  socket.write(replied(0))
  socket.on('close', () => target.destroy()).pipe(target)
  target.on('close', () => socket.destroy()).pipe(socket)
}

const replied = (code: number) => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0])

type Take = (length: number) => Promise<Buffer>

const takeText = async (take: Take): Promise<string> => {
  const [length = 0] = await take(1)
  return (await take(length)).toString('utf8')
}

function takerOf(socket: Socket): Take {
  return async (length) => {
    for (;;) {
      const found: Buffer | null = length === 0 ? Buffer.alloc(0) : socket.read(length)
      if (found) return found
      if (socket.readableEnded || socket.destroyed) throw new Error('the client has gone')
      await once(socket, 'readable')
    }
  }
}
