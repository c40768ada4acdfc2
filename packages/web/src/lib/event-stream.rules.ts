/** Parses server-sent events (WHATWG HTML 9.2) from text chunks that may be split anywhere. */

export interface StreamEvent {
  /** `message` if the server sent no name. */
  readonly name: string
  readonly data: string
}

export interface ParsedChunk {
  readonly events: readonly StreamEvent[]
  /** Incomplete text to prepend to the next chunk. */
  readonly rest: string
}

export function parseEvents(rest: string, piece: string): ParsedChunk {
  const text = rest + piece
  const events: StreamEvent[] = []
  let lines: string[] = []
  let kept = 0
  let from = text.startsWith(byteOrderMark) ? 1 : 0
  for (let end = lineEnd(text, from); end; end = lineEnd(text, from)) {
    lines.push(text.slice(from, end.at))
    from = end.next
    if (lines.at(-1) !== '') continue
    const event = eventOf(lines)
    if (event) events.push(event)
    lines = []
    kept = from
  }
  return { events, rest: text.slice(kept) }
}

const byteOrderMark = '\uFEFF'

/** Lines end with CR, LF or CRLF. A CR at the end of the text waits, because its LF may be in the next chunk. */
function lineEnd(text: string, from: number): { readonly at: number; readonly next: number } | undefined {
  const ending = /\r\n|\n|\r(?!$)/g
  ending.lastIndex = from
  const found = ending.exec(text)
  return found ? { at: found.index, next: ending.lastIndex } : undefined
}

/** Returns undefined for a block without data: comments only keep the connection open. */
function eventOf(lines: readonly string[]): StreamEvent | undefined {
  const fields = lines.map(fieldOf)
  const data = fields.filter(({ key }) => key === 'data').map(({ value }) => value)
  if (data.length === 0) return undefined
  const name = fields.findLast(({ key }) => key === 'event')?.value
  return { name: name || 'message', data: data.join('\n') }
}

function fieldOf(line: string): { readonly key: string; readonly value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { key: line, value: '' }
  const value = line.slice(colon + 1)
  return { key: line.slice(0, colon), value: value.startsWith(' ') ? value.slice(1) : value }
}
