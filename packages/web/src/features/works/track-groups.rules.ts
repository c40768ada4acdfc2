/** Groups the tracks of a work as they are played: each group is one queue. */
import type { TrackSet } from '@koedana/contract/values.ts'
import type { Track } from '@koedana/contract/works.ts'

export interface TrackGroup {
  readonly set: TrackSet
  /** The formats of its tracks, each once; several if no format has all tracks. */
  readonly formats: readonly string[]
  /** Whether these are the tracks that Play plays. */
  readonly isPreferred: boolean
  readonly tracks: readonly Track[]
  /** Seconds; null if no duration is known. */
  readonly duration: number | null
}

/** Groups are in the order of the server. */
export function groupTracks(tracks: readonly Track[]): readonly TrackGroup[] {
  const groups = Map.groupBy(tracks, ({ preferred, set, format }) => (preferred ? '' : `${set} ${format}`))
  return [...groups.values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    const formats = [...new Set(some.map(({ format }) => format))]
    return [{ set: first.set, formats, isPreferred: first.preferred, tracks: some, duration: totalOf(some) }]
  })
}

function totalOf(tracks: readonly Track[]): number | null {
  const known = tracks.flatMap(({ duration }) => duration ?? [])
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)
}

export const formatsOf = ({ formats }: TrackGroup): string => formats.join(', ').toUpperCase()

/** Returns the sets of a work, the preferred one first. */
export const setsOf = (groups: readonly TrackGroup[]): readonly TrackSet[] => [
  ...new Set(groups.map(({ set }) => set)),
]

/** Returns the group of a set in the same format if there is one, otherwise its first group. */
export function groupInSet(groups: readonly TrackGroup[], wanted: TrackGroup): TrackGroup {
  const inSet = groups.filter(({ set }) => set === wanted.set)
  return inSet.find((group) => formatsOf(group) === formatsOf(wanted)) ?? inSet[0] ?? wanted
}
