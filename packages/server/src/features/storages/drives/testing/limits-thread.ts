/** Worker thread for tests: sends calls and acquires slots, with the shared memory and with its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { createLimitMemory, openAccountLimits } from '../account-limits.ts'

const { memory, account, perSecond }: { memory: SharedArrayBuffer; account: string; perSecond: number } =
  workerData
const shared = openAccountLimits(memory)(account)
const own = openAccountLimits(createLimitMemory())(account)
const events: string[] = []
void shared
  .pace({ all: perSecond })('list')
  .then(() => events.push('shared call'))
const place = shared.readers(2).hold(async () => events.push('shared place'))
await own.pace({ all: perSecond })('list')
events.push('own call')
await own.readers(2).hold(async () => events.push('own place'))
parentPort?.postMessage([...events])
await place
parentPort?.postMessage([...events])
process.exit(0)
