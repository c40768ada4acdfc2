/** Whether growth can be told of at all: of hidden works not even that they grew. */
import type { Period } from '@koedana/contract/values.ts'
import type { State } from './base.ts'
import { has } from './bits.ts'
import { unknown } from './columns.ts'
import { isVisibleRow } from './match.ts'
import type { Viewer } from './query.ts'

export function hasGrowth({ base, delta }: State, period: Period, viewer: Viewer): boolean {
  if (period === 'all') return true
  const { bits } = base.masks(viewer).visible
  return (
    base.generation.grown[period].ordinals.some(
      (ordinal) => has(bits, ordinal) && !delta.hidden.has(ordinal),
    ) || delta.rows.some((row) => row.growth[period] !== unknown && isVisibleRow(row, viewer))
  )
}
