/** Listening statistics, and whether listening is recorded. Visible only to the user. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { Instant } from './values.ts'
import { WorkCard } from './works.ts'

const Named = v.object({
  id: v.string(),
  name: v.string(),
  seconds: v.number(),
})

export const Statistics = v.object({
  /** Hour of the first recorded listening; null if there is none. */
  since: v.nullable(v.string()),
  /** Seconds played per UTC hour since 1970, ascending. Clients convert hours to days in their time zone. */
  hours: v.array(v.object({ hour: v.number(), seconds: v.number() })),
  workCount: v.number(),
  /** Longest played first, as in the next two lists. */
  works: v.array(v.object({ work: WorkCard, seconds: v.number() })),
  makers: v.array(Named),
  artists: v.array(Named),
})
export type Statistics = v.InferOutput<typeof Statistics>

export const getStatistics = endpoint({
  method: 'GET',
  path: '/statistics',
  access: 'user',
  rate: 'read',
  summary: 'Get your listening statistics',
  description: 'By hour, work, maker and artist, for a period of up to 400 days.',
  query: v.object({ from: Instant, to: Instant }),
  response: Statistics,
})

export const Recording = v.object({
  /** When recording was paused; null while it is on. */
  pausedAt: v.nullable(v.string()),
})

export const getRecording = endpoint({
  method: 'GET',
  path: '/history/recording',
  access: 'user',
  rate: 'read',
  summary: 'Get whether listening is recorded',
  response: Recording,
})

export const saveRecording = endpoint({
  method: 'PUT',
  path: '/history/recording',
  access: 'user',
  rate: 'write',
  summary: 'Pause or resume recording',
  description: 'While paused, no history, positions or statistics are stored on any device.',
  body: v.object({ paused: v.boolean('booleanExpected') }),
  response: Recording,
})
