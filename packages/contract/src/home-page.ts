/** The parts of the home page. It stands apart from the endpoints, which every first load of the client has. */
import * as v from 'valibot'
import { AnnouncementHead } from './announcements.ts'
import { Entity } from './entities.ts'
import { Continued } from './progress.ts'
import { Reason } from './similar.ts'
import { Period } from './values.ts'
import { SavedView } from './views.ts'
import { WorkCard } from './works.ts'

/** The rows below what goes on tonight, in the order in which they stand unless somebody wants another. */
export const homeRows = ['followed', 'added', 'because', 'sets', 'rising', 'latest', 'week'] as const
export const HomeRow = v.picklist(homeRows, 'valueUnknown')
export type HomeRow = v.InferOutput<typeof HomeRow>

const rowNames = v.pipe(v.array(HomeRow), v.maxLength(homeRows.length, 'listTooLong'))

export const HomeLayout = v.object({
  /** Every row once; what a request leaves out follows the others. */
  order: rowNames,
  hidden: rowNames,
})
export type HomeLayout = v.InferOutput<typeof HomeLayout>

/** A series or circle of which some is here and little is missing. */
export const IncompleteSet = v.object({
  kind: v.picklist(['series', 'makers']),
  ...Entity.entries,
  ownedCount: v.number(),
  workCount: v.number(),
  /** Some of its works in the order of their release, the missing ones first of all. */
  items: v.array(WorkCard),
})
export type IncompleteSet = v.InferOutput<typeof IncompleteSet>

/** A person gets these beside what all do. */
const OwnHome = v.object({
  /** The latest heard first; a few. */
  continued: v.array(Continued),
  views: v.array(SavedView),
  /** The newest works of those one follows. */
  followed: v.array(WorkCard),
  /** How many works arrived in the library since the last visit; null on the first. */
  addedSince: v.nullable(v.object({ at: v.string(), count: v.number() })),
  /** Works like one that was heard to its end, weighed by what else was heard; null if nothing is. */
  because: v.nullable(
    v.object({
      work: WorkCard,
      items: v.array(v.object({ work: WorkCard, reasons: v.array(Reason) })),
    }),
  ),
  sets: v.array(IncompleteSet),
  /** The last eight days: hours of UTC since 1970 in which something was heard. Who shows days has a time zone. */
  hours: v.array(v.object({ hour: v.number(), seconds: v.number() })),
  layout: HomeLayout,
})

export const Home = v.object({
  workCount: v.number(),
  libraryCount: v.number(),
  /** Works that only the viewer's own choices hide; absent if they hide nothing. */
  hidden: v.optional(v.number()),
  /** Pinned ones first, then the latest; a few. */
  announcements: v.array(AnnouncementHead),
  /** The rows that there are, in their order. A work stands in one of them alone. */
  rows: v.array(HomeRow),
  /** Newest by release date. */
  latest: v.array(WorkCard),
  /** Most recent to arrive in the library; empty if nothing is playable. */
  added: v.array(WorkCard),
  /** The works that sold most over a time; empty as long as nothing is known but the sales of all time. */
  rising: v.array(WorkCard),
  /** The month, or the longest time below it of which sales are known; null if there is none. */
  risingPeriod: v.nullable(Period),
  /** The copies that each of them sold in it. */
  risingSold: v.array(v.number()),
  /** Null for visitors. */
  own: v.nullable(OwnHome),
})
export type Home = v.InferOutput<typeof Home>
