/** Runs scans in the thread of the test, because starting a thread takes longer than a small scan. */
import type { Database } from '../../../db/open.ts'
import type { RunScan, ScanWord } from '../scan/background-scans.ts'
import { runOrder } from '../scan/run-order.ts'
import type { ScanSummary } from '../scan/scan.ts'
import { keptThreads } from './kept-threads.ts'

/** An aborted scan stops at its next message. */
export const scanHere =
  (database: Database): RunScan =>
  async (order, { onLine, onWork, onWait, stop, driveAccess }) => {
    let summary: ScanSummary | undefined
    const post = (word: ScanWord) => {
      stop.throwIfAborted()
      if ('work' in word) onWork(word.work)
      else if ('wait' in word) onWait(word.wait)
      else if ('line' in word) onLine(word.line)
      else summary = word.summary
    }
    try {
      await runOrder(order, { database, driveAccess, post, soundReader: { threads: keptThreads } })
    } catch (error) {
      if (!stop.aborted) throw error
    }
    return stop.aborted ? undefined : summary
  }
