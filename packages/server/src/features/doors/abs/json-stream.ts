/** Streams a long list as JSON while it is read, so that a response with thousands of works is never held in memory as a whole. */
import { Readable } from 'node:stream'
import type { Bytes } from '../../../http/context.ts'

/** Returns `{"results":[…],…rest}`. */
export function streamResults(steps: AsyncIterable<readonly object[]>, rest: object): Bytes {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: Readable.from(write(steps, rest)),
  }
}

async function* write(steps: AsyncIterable<readonly object[]>, rest: object): AsyncGenerator<Buffer> {
  yield Buffer.from('{"results":[')
  let isFirst = true
  for await (const some of steps) {
    if (some.length === 0) continue
    const text = some.map((one) => JSON.stringify(one)).join(',')
    yield Buffer.from(isFirst ? text : `,${text}`)
    isFirst = false
  }
  yield Buffer.from(`],${JSON.stringify(rest).slice(1)}`)
}
