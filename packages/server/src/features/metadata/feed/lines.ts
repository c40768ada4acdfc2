/** Cuts a stream of bytes into lines, without ever holding more than one line too many. */

export interface Line {
  /** The number of the line, from 1. */
  readonly number: number
  /** The text without its line end; undefined where the line is longer than `maxLineBytes`. */
  readonly bytes: Buffer | undefined
}

export const maxLineBytes = 1024 ** 2

/** All lines of one chunk at a time: a promise a line would cost more than parsing it. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  let rest: Buffer[] = []
  let restBytes = 0
  let number = 0
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const lines: Line[] = []
    let start = 0
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      number += 1
      lines.push({ number, bytes: joined(rest, restBytes, bytes.subarray(start, end)) })
      rest = []
      restBytes = 0
      start = end + 1
    }
    if (start < bytes.length) {
      restBytes += bytes.length - start
      if (restBytes > maxLineBytes + 1) rest = []
      else rest.push(bytes.subarray(start))
    }
    yield lines
  }
  if (restBytes > 0) yield [{ number: number + 1, bytes: joined(rest, restBytes, Buffer.alloc(0)) }]
}

const newline = 0x0a
const carriageReturn = 0x0d

function joined(rest: readonly Buffer[], restBytes: number, last: Buffer): Buffer | undefined {
  const length = restBytes + last.length
  if (length > maxLineBytes + 1) return undefined
  const line = restBytes === 0 ? last : Buffer.concat([...rest, last])
  const trimmed = line.at(-1) === carriageReturn ? line.subarray(0, -1) : line
  return trimmed.length > maxLineBytes ? undefined : trimmed
}
