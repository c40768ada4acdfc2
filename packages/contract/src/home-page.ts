/** The parts of the home page. They are separate from the endpoint, which is in the client's first bundle. */
import * as v from 'valibot'
import { AnnouncementHead } from './announcements.ts'
import { Entity } from './entities.ts'
import { Continued } from './progress.ts'
import { Reason } from './similar.ts'
import { Period } from './values.ts'
import { SavedView } from './views.ts'
import { WorkCard } from './works.ts'

/** The rows below the unfinished works, in default order. */
export const homeRows = ['followed', 'added', 'because', 'sets', 'rising', 'latest', 'week'] as const
export const HomeRow = v.picklist(homeRows, 'valueUnknown')
export type HomeRow = v.InferOutput<typeof HomeRow>

const rowNames = v.pipe(v.array(HomeRow), v.maxLength(homeRows.length, 'listTooLong'))

export const HomeLayout = v.object({
  /** Every row once; rows that a request omits follow the others. */
  order: rowNames,
  hidden: rowNames,
})
export type HomeLayout = v.InferOutput<typeof HomeLayout>

/** A series or circle of which the library has at least half of the works, but not all. */
export const IncompleteSet = v.object({
  kind: v.picklist(['series', 'makers']),
  ...Entity.entries,
  ownedCount: v.number(),
  workCount: v.number(),
  /** Some of its works by release date, but the missing ones first. */
  items: v.array(WorkCard),
})
export type IncompleteSet = v.InferOutput<typeof IncompleteSet>

const OwnHome = v.object({
  /** Most recently played first; a few. */
  continued: v.array(Continued),
  views: v.array(SavedView),
  /** The newest works of followed entities. */
  followed: v.array(WorkCard),
  /** Number of works added to the library since the last visit; null on the first. */
  addedSince: v.nullable(v.object({ at: v.string(), count: v.number() })),
  /** Works similar to one that the user finished, weighted by other plays; null if there is none. */
  because: v.nullable(
    v.object({
      work: WorkCard,
      items: v.array(v.object({ work: WorkCard, reasons: v.array(Reason) })),
    }),
  ),
  sets: v.array(IncompleteSet),
  /** Seconds played per UTC hour since 1970, for the last eight days. Clients convert hours to days in their time zone. */
  hours: v.array(v.object({ hour: v.number(), seconds: v.number() })),
  layout: HomeLayout,
})

export const Home = v.object({
  workCount: v.number(),
  libraryCount: v.number(),
  /** Works that only the viewer's own filters hide; absent if they hide none. */
  hidden: v.optional(v.number()),
  /** Pinned ones first, then the newest; a few. */
  announcements: v.array(AnnouncementHead),
  /** The rows that have content, in order. A work is in only one of them. */
  rows: v.array(HomeRow),
  /** By release date, newest first. */
  latest: v.array(WorkCard),
  /** Most recently added to the library; empty if nothing is playable. */
  added: v.array(WorkCard),
  /** Works with the most sales in a period; empty while only total sales are known. */
  rising: v.array(WorkCard),
  /** The month, or the longest shorter period with known sales; null if there is none. */
  risingPeriod: v.nullable(Period),
  /** Copies that each of them sold in the period. */
  risingSold: v.array(v.number()),
  /** Null for visitors. */
  own: v.nullable(OwnHome),
})
export type Home = v.InferOutput<typeof Home>
