/** How many copies one work sold over a period, as far as that is known. */
import type { Period } from '@koedana/contract/values.ts'
import type { State } from './base.ts'
import { ordinalOf, unknown } from './columns.ts'
import type { Generation } from './generation.ts'
import { growthAt } from './growth.ts'

/** Whoever may see the work. Less than none where copies came back; undefined where nothing is known. */
export function soldOver({ base, delta }: State, key: number, period: Period): number | undefined {
  const row = delta.changed.get(key)
  if (row) return known(period === 'all' ? row.sales : row.growth[period])
  const ordinal = delta.changed.has(key) ? -1 : ordinalOf(base.columns, key)
  return ordinal < 0 ? undefined : known(soldAt(base.generation, ordinal, period))
}

const soldAt = ({ columns, grown }: Generation, ordinal: number, period: Period): number =>
  period === 'all' ? columns.sales[ordinal]! : growthAt(grown[period], ordinal)

const known = (sold: number) => (sold === unknown ? undefined : sold)
