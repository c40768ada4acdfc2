/** The thread that reads and builds the links of a generation. */
import { parentPort, workerData } from 'node:worker_threads'
import { createArena } from '@koedana/catalogue/memory/arena.ts'
import { openForReading } from '../../../db/open.ts'
import { joinSnapshot, type Snapshot, SnapshotPassedError } from '../../../db/readers.ts'
import { lowerThreadPriority } from '../../../lib/low-priority.ts'
import { buildLinkHalf } from './link-half.ts'
import type { FromLinksThread, LinksThreadData, ToLinksThread } from './links-thread.ts'

lowerThreadPriority()
const { location, memory }: LinksThreadData = workerData
const port = parentPort
if (!port) throw new Error('this runs in a thread')
const post = (message: FromLinksThread) => port.postMessage(message)
const reading = await openForReading(location, { isOnePass: true })
const beginning = Promise.withResolvers<Extract<ToLinksThread, { kind: 'begin' }>['skeleton']>()
const writing = Promise.withResolvers<void>()

const isJoined = async (moment: Snapshot): Promise<boolean> => {
  try {
    await joinSnapshot(reading, moment, async (first, second) => {
      post({ kind: 'joined', isJoined: true })
      const sources = { arena: createArena(memory), dialect: reading.dialect, first, second }
      const handover = { onArenaFree: () => post({ kind: 'arenaFree' }), worksWritten: writing.promise }
      post({ kind: 'built', parts: await buildLinkHalf(sources, await beginning.promise, handover) })
    })
    return true
  } catch (error) {
    if (error instanceof SnapshotPassedError) return false
    throw error
  }
}

async function join(moment: Snapshot): Promise<void> {
  if (!(await isJoined(moment))) return post({ kind: 'joined', isJoined: false })
  await reading.close()
  port?.close()
}

port.on('message', (message: ToLinksThread) => {
  if (message.kind === 'join') void join(message.moment)
  else if (message.kind === 'begin') beginning.resolve(message.skeleton)
  else writing.resolve()
})
post({ kind: 'open' })
