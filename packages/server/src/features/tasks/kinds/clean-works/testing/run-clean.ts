/** Runs a clean task as its worker would, step by step, over a real database. */

import type { CleanOptions } from '@koedana/contract/tasks.ts'
import { writeInTurn } from '../../../../../db/changes.ts'
import type { Database } from '../../../../../db/open.ts'
import { textOf } from '../../../../../lib/messages/messages.rules.ts'
import type { OpenStorage } from '../../../../storages/open-storages.ts'
import { type Counts, type Job, JobEnded, type ReportedItem } from '../../../run/job.ts'
import { createCleanWorks } from '../clean-works.ts'

export interface CleanResult {
  readonly items: readonly ReportedItem[]
  /** Counts by summary key. */
  readonly counts: Counts
  readonly lines: readonly string[]
  readonly steps: number
  /** Largest number of items that one step reported. */
  readonly largestStep: number
  readonly checkpoint: unknown
  /** Whether the run was interrupted. */
  readonly isEnded: boolean
}

export interface CleanRun extends CleanOptions {
  readonly database: Database
  readonly coversFolder: string
  readonly at: string
  /** Opens remote storages. Defaults to none. */
  readonly openStorage?: OpenStorage
  /** Checkpoint to resume from. */
  readonly from?: unknown
  /** Interrupts the run inside the step after this many steps. That step is rolled back. */
  readonly killedAfter?: number
}

export async function runClean(run: CleanRun): Promise<CleanResult> {
  const { database, coversFolder, openStorage = noStorage, at, from, ...wishes } = run
  const { killedAfter = Number.POSITIVE_INFINITY, ...options } = wishes
  const items: ReportedItem[] = []
  const lines: string[] = []
  const counts: Record<string, number> = {}
  let checkpoint = from
  let steps = 0
  let largestStep = 0
  const job: Job = {
    id: 'task',
    key: 0,
    startedAt: new Date(at),
    kind: 'clean_works',
    options: {
      ...('dryRun' in options ? { dryRun: options.dryRun } : {}),
      allowMassLoss: options.allowMassLoss,
    },
    only: undefined,
    get checkpoint() {
      return checkpoint
    },
    signal: new AbortController().signal,
    now: () => new Date(at),
    at: () => {},
    waitFor: () => {},
    advance: () => {},
    note: (_, message) => lines.push(textOf(message, 'en-US')),
    step: async (act) => {
      const done = await writeInTurn(database.write, async (tx) => {
        const reports = await act(tx)
        if (steps >= killedAfter) throw new JobEnded()
        return reports
      })
      steps += 1
      checkpoint = JSON.parse(JSON.stringify(done.checkpoint))
      items.push(...(done.items ?? []))
      largestStep = Math.max(largestStep, done.items?.length ?? 0)
      for (const [key, count] of Object.entries(done.counts ?? {})) {
        counts[key] = (counts[key] ?? 0) + count
      }
    },
  }
  const isEnded = await createCleanWorks({ database, coversFolder, openStorage })(job).then(
    () => false,
    (error: unknown) => {
      if (error instanceof JobEnded) return true
      throw error
    },
  )
  return { items, counts, lines, steps, largestStep, checkpoint, isEnded }
}

const noStorage: OpenStorage = () => {
  throw new Error('no storage of this test is of the network')
}
