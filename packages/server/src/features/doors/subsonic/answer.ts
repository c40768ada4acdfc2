/** Sends answers whole where they are short, and while they are made where they are long. */
import { Readable } from 'node:stream'
import type { Bytes } from '../../../http/context.ts'
import { bytesOf, type Format, type Piece, piecesOf, type Said } from './answer.rules.ts'

/** An answer longer than this is sent while it is made: whole pages that wait to be sent are collected with effort. */
const longestWhole = 64 * 1024

/** Throws what making the first part throws; what goes wrong later cuts the connection. */
export async function answer(format: Format, serverVersion: string, said: Said): Promise<Bytes> {
  const pieces = made(piecesOf(format, serverVersion, said))
  const first: Buffer[] = []
  for (let size = 0; size < longestWhole; ) {
    const { done, value } = await pieces.next()
    if (done) return bytesOf(format, Buffer.concat(first))
    first.push(value)
    size += value.length
  }
  return bytesOf(format, Readable.from(joined(first, pieces), { objectMode: false }))
}

async function* joined(first: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  yield* rest
}

async function* made(pieces: Iterable<Piece>): AsyncGenerator<Buffer, undefined> {
  for (const piece of pieces) {
    if (typeof piece === 'string') yield Buffer.from(piece)
    else for await (const text of piece()) if (text !== '') yield Buffer.from(text)
  }
}
