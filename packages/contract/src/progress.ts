/** How far one person listened: where each work goes on, and what was played when. Nobody else ever sees it. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { Instant, integer, pageSize, WorkId } from './values.ts'
import { WorkCard } from './works.ts'

const mostReports = 100
/** A week of sound; no recording is longer. */
const mostSeconds = 604_800
export const SoundSeconds = v.pipe(
  v.number('numberExpected'),
  v.minValue(0, 'numberTooSmall'),
  v.maxValue(mostSeconds, 'numberTooLarge'),
)

/**
 * `beat`: it goes on. `seek`: the listener chose another position. `pause`: it stopped. `end`: a track came to its end.
 * `finish`: the work did. `reset`: the listener starts over.
 */
export const reportKinds = ['beat', 'seek', 'pause', 'end', 'finish', 'reset'] as const
export type ReportKind = (typeof reportKinds)[number]

const count = integer(0, 1_000_000_000)
const FileId = v.pipe(v.string('textExpected'), v.minLength(1, 'required'), v.maxLength(100, 'textTooLong'))
/** Minted by a device, so that a report which is sent twice is known as one. */
const MintedId = v.pipe(v.string('textExpected'), v.regex(/^[\w-]{8,64}$/, 'valueUnknown'))

export const ProgressReport = v.object({
  playId: MintedId,
  /** Counts the reports of a play: only a greater one counts. */
  n: count,
  kind: v.picklist(reportKinds, 'valueUnknown'),
  fileId: FileId,
  /** Seconds into the file. */
  position: SoundSeconds,
  /** The seconds that this play has sounded so far. */
  listened: SoundSeconds,
  /** The instant by the clock of the device. */
  at: Instant,
  /** Every report of a play repeats these, so that any of them may be lost. */
  play: v.object({
    /** The revision of the work's progress that the device had seen; 0 for none. */
    basedOn: count,
    startedAt: Instant,
    fileId: FileId,
    position: SoundSeconds,
    /** Whether the listener chose to begin there, instead of going on. */
    chosen: v.boolean('booleanExpected'),
  }),
})
export type ProgressReport = v.InferOutput<typeof ProgressReport>

/** Somewhere else where the same work was heard, offered once. */
const OtherPosition = v.object({
  fileId: v.string(),
  position: v.number(),
  device: v.string(),
  at: v.string(),
})

export const Progress = v.object({
  workId: v.string(),
  fileId: v.string(),
  /** Seconds into the file. */
  position: v.number(),
  revision: v.number(),
  finished: v.boolean(),
  device: v.string(),
  updatedAt: v.string(),
  other: v.nullable(OtherPosition),
})
export type Progress = v.InferOutput<typeof Progress>

export const saveProgress = endpoint({
  method: 'PUT',
  path: '/progress',
  access: 'user',
  rate: 'write',
  summary: 'Report what was played',
  description: 'Also for reports from offline listening. Returns the current positions of these works.',
  body: v.object({
    /** The clock of the device as it sends, by which its instants are understood. */
    deviceNow: Instant,
    device: v.object({
      id: MintedId,
      name: v.pipe(v.string('textExpected'), v.maxLength(80, 'textTooLong')),
    }),
    reports: v.pipe(
      v.array(ProgressReport),
      v.minLength(1, 'required'),
      v.maxLength(mostReports, 'listTooLong'),
    ),
  }),
  response: v.object({ items: v.array(Progress) }),
})

export const TrackProgress = v.object({
  fileId: v.string(),
  position: v.number(),
  finished: v.boolean(),
})
export type TrackProgress = v.InferOutput<typeof TrackProgress>

export const getProgress = endpoint({
  method: 'GET',
  path: '/progress/:id',
  access: 'user',
  rate: 'read',
  summary: 'Get your position in a work',
  description: 'And in each of its tracks.',
  params: v.object({ id: WorkId }),
  response: v.object({ progress: v.nullable(Progress), tracks: v.array(TrackProgress) }),
})

export const Continued = v.object({
  work: WorkCard,
  fileId: v.string(),
  position: v.number(),
  /** The file among those of the version that is heard, counted from 1. */
  track: v.object({ title: v.string(), number: v.number(), count: v.number() }),
  /** Seconds that are left of the version that is heard; null where a length is not known. */
  left: v.nullable(v.number()),
  /** A share from 0 to 1; null where a length is not known. */
  share: v.nullable(v.number()),
  updatedAt: v.string(),
})
export type Continued = v.InferOutput<typeof Continued>

export const listContinued = endpoint({
  method: 'GET',
  path: '/progress',
  access: 'user',
  rate: 'read',
  summary: 'List works to continue',
  description: 'Started, not finished, not on hold and playable, most recently played first.',
  query: v.object({ pageSize: v.optional(pageSize) }),
  response: v.object({ items: v.array(Continued) }),
})
