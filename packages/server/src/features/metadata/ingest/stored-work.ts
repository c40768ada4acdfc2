/** A stored work as tellings and edits meet it. */
import type { WorkTable } from '../../../db/tables/catalogue.ts'

/** The columns of `work` that a feed may write: covers and files are found elsewhere. */
export type FeedColumns = Omit<
  WorkTable,
  'cover_version' | 'cover_thumbhash' | 'in_library' | 'has_lyrics' | 'trashed_at'
>

/** What hangs on a work in tables of its own; entities by key, all in their order. */
export interface Attached {
  readonly names: ReadonlyMap<string, string>
  readonly languages: readonly string[]
  readonly artists: readonly number[]
  readonly illustrators: readonly number[]
  readonly genres: readonly number[]
  readonly writers: readonly string[]
  readonly musicians: readonly string[]
}

export interface Stored {
  readonly columns: FeedColumns
  readonly attached: Attached
}
