/** Aspects that works are counted by. Values are numbers: entity keys, ages, release years, language indexes or histogram buckets. */
import type { HistogramName } from '@koedana/contract/facets.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { lyricsLanguagesIn } from './flags.ts'
import { type Columns, unknown } from './generation.ts'
import { bucketOf } from './histogram.rules.ts'
import type { WorkRow } from './row.ts'

export type Aspect = ListAspect | NumberAspect
/** Aspects with several values per work, or whose value rarely differs from that of the other editions. */
export type ListAspect = EntityKind | 'ages' | 'languages' | 'lyricsLanguages'
/** Aspects with at most one value per work, which is costly to compute. */
export type NumberAspect = HistogramName | 'years'

type VisitValue = (value: number) => void

export function eachValue(
  columns: Columns,
  aspect: Aspect,
  { ordinal, take }: { ordinal: number; take: VisitValue },
): void {
  switch (aspect) {
    case 'makers':
    case 'series':
      if (columns[aspect][ordinal]! >= 0) take(columns[aspect][ordinal]!)
      return
    case 'artists':
    case 'illustrators':
    case 'genres': {
      const { offsets, keys } = columns[aspect]
      for (let at = offsets[ordinal]!, end = offsets[ordinal + 1]!; at < end; at++) take(keys[at]!)
      return
    }
    case 'ages':
      take(columns.age[ordinal]!)
      return
    case 'years':
      eachYear(columns.releaseDay[ordinal]!, take)
      return
    case 'languages':
      eachLanguage(columns.languages[ordinal]!, take)
      return
    case 'lyricsLanguages':
      eachLanguage(lyricsLanguagesIn(columns.flags[ordinal]!), take)
      return
    default:
      eachBucket(aspect, columns[aspect][ordinal]!, take)
  }
}

/** Calls `take` for each value of a row of the delta. */
export function eachValueOf(row: WorkRow, aspect: Aspect, take: VisitValue): void {
  switch (aspect) {
    case 'makers':
    case 'series':
    case 'artists':
    case 'illustrators':
    case 'genres':
      for (const key of row.entities[aspect]) take(key)
      return
    case 'ages':
      take(row.age)
      return
    case 'years':
      eachYear(row.releaseDay, take)
      return
    case 'languages':
    case 'lyricsLanguages':
      eachLanguage(row[aspect], take)
      return
    default:
      eachBucket(aspect, row[aspect], take)
  }
}

export const yearOf = (day: number): number => new Date(day * 86_400_000).getUTCFullYear()

function eachYear(day: number, take: VisitValue): void {
  if (day !== unknown) take(yearOf(day))
}

function eachLanguage(bits: number, take: VisitValue): void {
  for (let left = bits; left !== 0; left &= left - 1) take(31 - Math.clz32(left & -left))
}

function eachBucket(name: HistogramName, value: number, take: VisitValue): void {
  if (value !== unknown) take(bucketOf(name, value))
}
