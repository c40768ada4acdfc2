/** A stored day as the history has it. */

import { historyNumbers } from '@koedana/contract/field-lists.ts'
import type { HistoryPoint } from '@koedana/contract/works.ts'
import { numbersIn } from '../../db/number-columns.rules.ts'
import type { WorkStatsTable } from '../../db/tables/catalogue.ts'

export function pointOf(row: WorkStatsTable): HistoryPoint {
  return {
    date: new Date(row.day * 86_400_000).toISOString().slice(0, 10),
    ...numbersIn(historyNumbers, row),
  }
}
