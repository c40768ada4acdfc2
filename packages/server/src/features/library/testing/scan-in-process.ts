/** Runs scans in the thread of the test, because starting a thread takes longer than a small scan. */
import type { Database } from '../../../db/open.ts'
import type { RunScan, ScanMessage } from '../scan/background-scans.ts'
import { runScanRequest } from '../scan/run-scan-request.ts'
import type { ScanSummary } from '../scan/scan.ts'
import { pooledThreads } from './pooled-threads.ts'

/** An aborted scan stops at its next message. */
export const scanInProcess =
  (database: Database): RunScan =>
  async (order, { onLine, onWork, onWait, stop, driveAccess }) => {
    let summary: ScanSummary | undefined
    const post = (word: ScanMessage) => {
      stop.throwIfAborted()
      if ('work' in word) onWork(word.work)
      else if ('wait' in word) onWait(word.wait)
      else if ('line' in word) onLine(word.line)
      else summary = word.summary
    }
    try {
      await runScanRequest(order, { database, driveAccess, post, soundReader: { threads: pooledThreads } })
    } catch (error) {
      if (!stop.aborted) throw error
    }
    return stop.aborted ? undefined : summary
  }
