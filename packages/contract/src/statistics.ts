/** Sums up what one person listened to over time, and says whether it is recorded. Nobody else ever sees it. */
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
  /** When the first listening that is known of was, to the hour; null where there is none. */
  since: v.nullable(v.string()),
  /** Hours of UTC in which something was heard, in their order: counted since 1970. Who shows days has a time zone. */
  hours: v.array(v.object({ hour: v.number(), seconds: v.number() })),
  workCount: v.number(),
  /** The longest heard first, as the next two. */
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
  /** The moment since which nothing is recorded; null where it is. */
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
