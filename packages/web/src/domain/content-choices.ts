/** Stores a visitor's content choices in this browser. For logged-in users, the server stores them. */

import { filterEntries } from '@koedana/contract/filters.ts'
import { AgeFilterMode, entityKinds, Policy, type ViewerFilters } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { create } from 'zustand'

const HiddenEntityChoice = v.object({ id: v.string(), name: v.string(), reason: v.optional(v.string()) })
/** Includes names, because a hidden entity can no longer be fetched. */
export const ContentChoices = v.object({
  policy: Policy,
  ageFilterMode: AgeFilterMode,
  excluded: v.object(v.entriesFromList(entityKinds, v.array(HiddenEntityChoice))),
  filterDefaults: v.optional(v.object(filterEntries), {}),
})
export type ContentChoices = v.InferOutput<typeof ContentChoices>
export type HiddenEntityChoice = v.InferOutput<typeof HiddenEntityChoice>

const defaultChoices: ContentChoices = {
  policy: 'moderate',
  ageFilterMode: 'no_limit',
  excluded: { makers: [], series: [], artists: [], illustrators: [], genres: [] },
  filterDefaults: {},
}

/** Maximum number of hidden entities per kind, as on the server. */
export const maxHidden = 500

const key = 'choices'

export const useContentChoices = create<ContentChoices>(() => readStored())

/** Returns the choices to send with every read; defaults are omitted. */
export function changedChoices(): ViewerFilters {
  const { policy, ageFilterMode, excluded } = useContentChoices.getState()
  return {
    policy: policy === defaultChoices.policy ? undefined : policy,
    ageFilterMode: ageFilterMode === defaultChoices.ageFilterMode ? undefined : ageFilterMode,
    hiddenMakers: idsOf(excluded.makers),
    hiddenSeries: idsOf(excluded.series),
    hiddenArtists: idsOf(excluded.artists),
    hiddenIllustrators: idsOf(excluded.illustrators),
    hiddenGenres: idsOf(excluded.genres),
  }
}

const idsOf = (hidden: readonly HiddenEntityChoice[]) => hidden.map(({ id }) => id)

export function changeContentChoices(choices: ContentChoices): void {
  useContentChoices.setState(choices, true)
  try {
    localStorage.setItem(key, JSON.stringify(choices))
  } catch {
    // The browser forbids storage: the choices are lost on reload.
  }
}

/** Invalid stored text falls back to the defaults. */
function readStored(): ContentChoices {
  try {
    return v.parse(
      v.fallback(ContentChoices, defaultChoices),
      JSON.parse(localStorage.getItem(key) ?? 'null'),
    )
  } catch {
    return defaultChoices
  }
}
