/** Sends answers whole where they are short, and while they are made where they are long. */
import { Readable } from 'node:stream'
import type { Bytes } from '../../../http/context.ts'
import { answerTexts, bytesOf, type Format, type Said } from './answer.rules.ts'

/** An answer longer than this is sent while it is made: whole pages that wait to be sent are collected with effort. */
const longestWhole = 64 * 1024

/** Throws what making the first part throws; what goes wrong later cuts the connection. */
export async function answer(format: Format, serverVersion: string, said: Said): Promise<Bytes> {
  const texts = answerTexts(format, serverVersion, said)
  const first: Buffer[] = []
  for (let size = 0; size < longestWhole; ) {
    const { done, value } = await texts.next()
    if (done) return bytesOf(format, Buffer.concat(first))
    const bytes = Buffer.from(value)
    first.push(bytes)
    size += bytes.length
  }
  return bytesOf(format, Readable.from(joined(first, texts), { objectMode: false }))
}

async function* joined(first: readonly Buffer[], rest: AsyncIterable<string>): AsyncGenerator<Buffer> {
  yield* first
  for await (const text of rest) if (text !== '') yield Buffer.from(text)
}
