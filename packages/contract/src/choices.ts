/**
 * What viewers choose not to see, below the ceiling that is set for them. Visitors send it with every read; for who
 * is signed in the server keeps it, and what is sent besides can only take more away.
 */
import * as v from 'valibot'
import { EntityId } from './rules.ts'
import { AgeFilterMode, Policy } from './values.ts'

const mostHidden = 500
const ids = v.optional(v.pipe(v.array(EntityId), v.maxLength(mostHidden, 'listTooLong')))

export const choiceEntries = {
  ageFilterMode: v.optional(AgeFilterMode),
  policy: v.optional(Policy),
  hiddenMakers: ids,
  hiddenSeries: ids,
  hiddenArtists: ids,
  hiddenIllustrators: ids,
  hiddenGenres: ids,
}

export const Choices = v.object(choiceEntries)
export type Choices = v.InferOutput<typeof Choices>
