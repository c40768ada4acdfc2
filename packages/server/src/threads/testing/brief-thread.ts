/** A short-lived thread: it reports that it accepts requests, and then behaves as `serverPort` defines. */
import { workerData } from 'node:worker_threads'
import { joinThreads } from '../membership.ts'
import type { ThreadData } from '../messages.ts'

const order: ThreadData = workerData
const member = joinThreads(order)
member.reportListening()
if (order.serverPort === 1)
  setTimeout(() => {
    throw new Error('an accident')
  }, 5)
// It hangs after its message was sent.
if (order.serverPort === 2) setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 5)
await member.stopped
member.close()
