/** Follows task events over a real connection, as a browser does. */
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'

export interface Followed {
  readonly headers: IncomingHttpHeaders
  readonly received: () => readonly { readonly name: string; readonly value: unknown }[]
  /** Number of bytes received, including heartbeats. */
  readonly bytes: () => number
  readonly isEnded: () => boolean
  readonly close: () => void
}

export async function follow(origin: string, token: string, language = 'en-US'): Promise<Followed> {
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-encoding': 'gzip, br, zstd',
    'accept-language': language,
  }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${origin}/api/v3/admin/tasks/events`, { headers }, resolve).on('error', reject)
  })
  let text = ''
  let isEnded = false
  response.setEncoding('utf8')
  response.on('data', (piece: string) => {
    text += piece
  })
  response.on('error', () => undefined)
  response.on('close', () => {
    isEnded = true
  })
  return {
    headers: response.headers,
    received: () => eventsOf(text),
    bytes: () => text.length,
    isEnded: () => isEnded,
    close: () => response.destroy(),
  }
}

function eventsOf(text: string) {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
      const value: unknown = data === undefined ? undefined : JSON.parse(data)
      return name === undefined ? [] : [{ name, value }]
    })
}
