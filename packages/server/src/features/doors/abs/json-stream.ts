/** Writes a long list as JSON while it is read, so that a response of many thousand works takes no memory for all of it. */
import type { Bytes } from '../../../http/context.ts'
import { startBody } from '../../../lib/start-body.ts'

/** Returns `{"results":[…],…rest}`. */
export async function streamResults(steps: AsyncIterable<readonly object[]>, rest: object): Promise<Bytes> {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: await startBody(write(steps, rest)),
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
