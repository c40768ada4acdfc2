/** Bodies that are sent while they are made. */
import { Readable } from 'node:stream'

/** Longer bodies are sent while they are made: whole ones that wait to be sent take memory. */
const maxWholeBytes = 64 * 1024

/**
 * Returns a short body whole and a long one as a stream. Throws what making the first part throws, so that it is an error
 * response; what goes wrong later cuts the connection.
 */
export async function startBody(pieces: AsyncGenerator<string | Uint8Array>): Promise<Buffer | Readable> {
  const first: Buffer[] = []
  for (let sizeBytes = 0; sizeBytes < maxWholeBytes; ) {
    const { done, value } = await pieces.next()
    if (done) return Buffer.concat(first)
    const bytes = Buffer.from(value)
    first.push(bytes)
    sizeBytes += bytes.length
  }
  return Readable.from(joined(first, pieces), { objectMode: false })
}

async function* joined(
  first: readonly Buffer[],
  rest: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<Buffer> {
  yield* first
  for await (const piece of rest) if (piece.length > 0) yield Buffer.from(piece)
}
