/** Runs counting queries one at a time, because they all run in the same thread. */

import { createSerialQueue } from '../../lib/queues.ts'
import { runInSteps } from '../../lib/run-in-steps.ts'

const queries = createSerialQueue()

/** Calls `begin` when the previous queries are done. */
export const runCountQueued = <T>(begin: () => Generator<void, T>): Promise<T> =>
  queries.run(() => runInSteps(begin()))
