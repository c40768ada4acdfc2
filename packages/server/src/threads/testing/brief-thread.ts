/** A thread that does not last: it says that it takes requests, and then does as `serverPort` says. */
import { workerData } from 'node:worker_threads'
import { joinThreads } from '../membership.ts'
import type { ThreadOrder } from '../messages.ts'

const order: ThreadOrder = workerData
const member = joinThreads(order)
member.reportListening()
if (order.serverPort === 1)
  setTimeout(() => {
    throw new Error('an accident')
  }, 5)
// It hangs, once what it said is on its way.
if (order.serverPort === 2) setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 5)
await member.stopped
member.close()
