/** Scans in the thread of the test, over its own connection: a thread takes longer to begin than a small scan. */
import type { Database } from '../../../db/open.ts'
import type { RunScan, ScanWord } from '../scan/background-scans.ts'
import { runOrder } from '../scan/run-order.ts'
import type { ScanSummary } from '../scan/scan.ts'
import { keptThreads } from './kept-threads.ts'

/** A scan that is stopped ends at its next word, as a thread ends wherever it is. */
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
