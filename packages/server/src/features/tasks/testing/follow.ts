/** Follows the events of tasks over a real connection, as a browser does. */
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'

export interface Followed {
  readonly headers: IncomingHttpHeaders
  readonly heard: () => readonly { readonly name: string; readonly value: unknown }[]
  /** Heartbeats and all. */
  readonly bytes: () => number
  readonly isEnded: () => boolean
  readonly close: () => void
}

export async function follow(origin: string, token: string): Promise<Followed> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br, zstd' }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${origin}/api/v3/admin/tasks/events`, { headers }, resolve).on('error', reject)
  })
  let text = ''
  let isEnded = false
  answer.setEncoding('utf8')
  answer.on('data', (piece: string) => {
    text += piece
  })
  answer.on('error', () => undefined)
  answer.on('close', () => {
    isEnded = true
  })
  return {
    headers: answer.headers,
    heard: () => eventsOf(text),
    bytes: () => text.length,
    isEnded: () => isEnded,
    close: () => answer.destroy(),
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
