/** What is counted in steps is counted by one query at a time: all of them count in the same thread. */
import { inSteps } from '../../lib/in-steps.ts'
import { createSerialQueue } from '../../lib/queues.ts'

const queries = createSerialQueue()

/** `begin` is called when the queries before it are through. */
export const countInTurn = <T>(begin: () => Generator<void, T>): Promise<T> =>
  queries.run(() => inSteps(begin()))
