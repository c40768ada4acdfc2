/** Keeps what a visitor chose not to see, kept in this browser; for a signed-in user the server keeps it. */

import { filterEntries } from '@koedana/contract/filters.ts'
import { AgeFilterMode, type Choices, entityKinds, Policy } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { create } from 'zustand'

const Hidden = v.object({ id: v.string(), name: v.string(), reason: v.optional(v.string()) })
/** The choices with names: an entity that is hidden cannot be fetched any more. */
export const ContentChoices = v.object({
  policy: Policy,
  ageFilterMode: AgeFilterMode,
  excluded: v.object(v.entriesFromList(entityKinds, v.array(Hidden))),
  /** The list of works begins with these. */
  filterDefaults: v.optional(v.object(filterEntries), {}),
})
export type ContentChoices = v.InferOutput<typeof ContentChoices>
export type Hidden = v.InferOutput<typeof Hidden>

const untouchedChoices: ContentChoices = {
  policy: 'moderate',
  ageFilterMode: 'no_limit',
  excluded: { makers: [], series: [], artists: [], illustrators: [], genres: [] },
  filterDefaults: {},
}

/** The most hidden entities of each kind; the server takes no more. */
export const mostHidden = 500

const key = 'choices'

export const useContentChoices = create<ContentChoices>(() => readStored())

/** The choices to send with every read; nothing if nothing was chosen. */
export function ownChoices(): Choices {
  const { policy, ageFilterMode, excluded } = useContentChoices.getState()
  return {
    policy: policy === untouchedChoices.policy ? undefined : policy,
    ageFilterMode: ageFilterMode === untouchedChoices.ageFilterMode ? undefined : ageFilterMode,
    hiddenMakers: idsOf(excluded.makers),
    hiddenSeries: idsOf(excluded.series),
    hiddenArtists: idsOf(excluded.artists),
    hiddenIllustrators: idsOf(excluded.illustrators),
    hiddenGenres: idsOf(excluded.genres),
  }
}

const idsOf = (hidden: readonly Hidden[]) => hidden.map(({ id }) => id)

export function changeContentChoices(choices: ContentChoices): void {
  useContentChoices.setState(choices, true)
  try {
    localStorage.setItem(key, JSON.stringify(choices))
  } catch {
    // The browser forbids storage: the choices last as long as the page.
  }
}

/** A stored text that no longer means anything gives the defaults. */
function readStored(): ContentChoices {
  try {
    return v.parse(
      v.fallback(ContentChoices, untouchedChoices),
      JSON.parse(localStorage.getItem(key) ?? 'null'),
    )
  } catch {
    return untouchedChoices
  }
}
