/** Stores on this device which track set and format Play plays for each work. */
import type { Track } from '@koedana/contract/works.ts'
import * as v from 'valibot'
import { create } from 'zustand'
import { readStoredJson, storeJson } from '../../lib/local-storage-json.ts'
import { groupTracks, type TrackGroup } from './track-groups.rules.ts'

const storedAs = 'works.trackChoice'
/** The most recent choices are kept; other works play the preferred set. */
const maxChoices = 500

const Choices = v.record(v.string(), v.string())

export const useTrackChoices = create<Readonly<Record<string, string>>>(() => {
  const stored = v.safeParse(Choices, readStoredJson(storedAs))
  return stored.success ? stored.output : {}
})

export const groupName = ({ isPreferred, set, formats }: TrackGroup): string =>
  isPreferred ? 'preferred' : `${set} ${formats.join()}`

export function chooseGroup(workId: string, group: TrackGroup): void {
  const { [workId]: _, ...others } = useTrackChoices.getState()
  const choices = Object.fromEntries(
    [...Object.entries(others), [workId, groupName(group)] as const].slice(-maxChoices),
  )
  useTrackChoices.setState(choices, true)
  storeJson(storedAs, choices)
}

/** Returns undefined if nothing was chosen, or the chosen tracks no longer exist. */
export function chosenGroup(workId: string, tracks: readonly Track[]): TrackGroup | undefined {
  const name = useTrackChoices.getState()[workId]
  return name === undefined ? undefined : groupTracks(tracks).find((group) => groupName(group) === name)
}

/** Returns the tracks that Play plays. */
export const playedTracks = (workId: string, tracks: readonly Track[]): readonly Track[] =>
  chosenGroup(workId, tracks)?.tracks ?? tracks.filter(({ preferred }) => preferred)
