/** Runs counting queries one at a time, because they all run in the same thread. */
import { inSteps } from '../../lib/in-steps.ts'
import { createSerialQueue } from '../../lib/queues.ts'

const queries = createSerialQueue()

/** Calls `begin` when the previous queries are done. */
export const countInTurn = <T>(begin: () => Generator<void, T>): Promise<T> =>
  queries.run(() => inSteps(begin()))
