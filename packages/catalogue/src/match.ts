/** Whether one work passes, said plainly: for the few rows of the delta, and as the oracle of the index. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { type Excluded, type Included, rangesOf, type Viewer, type WorkFilter } from './query.ts'
import type { WorkRow } from './row.ts'

export function isVisibleRow(row: WorkRow, viewer: Viewer): boolean {
  return hasAge(row, viewer.ages) && viewer.excluded.every((excluded) => isOutside(row, excluded))
}

/** All of the filter but `editions`, which is about other works too, and the search, which needs names. */
export function matchesFilter(row: WorkRow, filter: WorkFilter): boolean {
  return (
    hasAge(row, filter.ages) &&
    rangesOf(filter).every(({ column, min, max }) => row[column] >= min && row[column] <= max) &&
    filter.included.every((included) => isInside(row, included)) &&
    filter.excluded.every((excluded) => isOutside(row, excluded)) &&
    !filter.excludedWorks.includes(row.key) &&
    (filter.languages === 0 || (row.languages & filter.languages) !== 0) &&
    (filter.inLibrary === undefined || row.inLibrary === filter.inLibrary) &&
    (filter.hasLyrics === undefined || row.hasLyrics === filter.hasLyrics)
  )
}

const hasAge = (row: WorkRow, ages: number) => (ages & (1 << row.age)) !== 0

const isOutside = (row: WorkRow, { kind, keys }: Excluded) => !keys.some((key) => hasEntity(row, kind, key))

function isInside(row: WorkRow, { kind, keys, match }: Included): boolean {
  const passes = (key: number) => hasEntity(row, kind, key)
  return match === 'all' ? keys.every(passes) : keys.some(passes)
}

const hasEntity = (row: WorkRow, kind: EntityKind, key: number) => row.entities[kind].includes(key)
