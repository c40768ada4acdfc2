/** Lines a job noted and that are not written yet: they go with what is written next, so both are there or neither. */
import type { TaskLine } from '@koedana/contract/tasks.ts'
import type { Db } from '../../db/schema.ts'
import { writeTogether } from '../../db/write.ts'
import { insertLines, type NewLine } from './step.store.ts'

export interface LogLines {
  readonly note: (level: TaskLine['level'], text: string) => void
  readonly areWaiting: () => boolean
  /** What `act` throws leaves them waiting. */
  readonly writeWith: <T>(act: (tx: Db) => Promise<T>) => Promise<T>
}

/** A job that notes more than this before it writes anything loses the rest. */
const mostWaiting = 5_000
const longestText = 2_000

export function createLogLines(write: Db, taskKey: number, now: () => Date): LogLines {
  const waiting: NewLine[] = []
  return {
    note: (level, text) => {
      if (waiting.length >= mostWaiting) return
      waiting.push({ at: now().toISOString(), level, text: text.slice(0, longestText) })
    },
    areWaiting: () => waiting.length > 0,
    writeWith: async (act) => {
      const { result, written } = await writeTogether(write, async (tx) => {
        const result = await act(tx)
        const lines = [...waiting]
        await insertLines(tx, taskKey, lines)
        return { result, written: lines.length }
      })
      waiting.splice(0, written)
      return result
    },
  }
}
