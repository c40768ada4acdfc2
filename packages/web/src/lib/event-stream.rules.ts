/** Server-sent events (WHATWG HTML 9.2) out of text that arrives in pieces, cut anywhere. */

export interface StreamEvent {
  /** `message` if the server named none. */
  readonly name: string
  readonly data: string
}

export interface Reading {
  readonly events: readonly StreamEvent[]
  /** The text that is not whole yet: it goes before the next piece. */
  readonly rest: string
}

export function readEvents(rest: string, piece: string): Reading {
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

/** A line ends in CR, LF or both; a CR at the very end waits, since its LF may be in the next piece. */
function lineEnd(text: string, from: number): { readonly at: number; readonly next: number } | undefined {
  const ending = /\r\n|\n|\r(?!$)/g
  ending.lastIndex = from
  const found = ending.exec(text)
  return found ? { at: found.index, next: ending.lastIndex } : undefined
}

/** A block without data is none: comments keep the line open. */
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
