/** The data of an old server of any kind, as validated plain values. */
import type { ProgressState } from '@koedana/contract/values.ts'
import type { OldId } from './old-id.rules.ts'

export interface OldLibrary {
  /** The name of the server, for sentences. */
  readonly server: string
  readonly works: readonly OldWork[]
  readonly users: readonly OldUser[]
  readonly reviews: readonly OldReview[]
  readonly plays: readonly OldPlay[]
  readonly trackProgress: readonly OldTrackProgress[]
  readonly playlists: readonly OldPlaylist[]
  readonly archived: readonly WorkRow[]
  readonly bookmarks: readonly OldBookmark[]
}

/** A user's row about a work, and the table that it comes from. */
export interface WorkRow {
  readonly table: string
  readonly user: string
  readonly work: OldId
}

export interface OldEntity {
  /** The marketplace ID; undefined if only the name is known. */
  readonly id: string | undefined
  readonly name: string
}

export interface OldWork {
  readonly id: OldId
  readonly title: string | undefined
  /** The name of the root folder, and the path relative to it. */
  readonly root: string | undefined
  readonly dir: string | undefined
  readonly circle: OldEntity | undefined
  readonly isAdult: boolean | undefined
  readonly releasedOn: string | undefined
  readonly numbers: Readonly<
    Record<'price' | 'sales' | 'reviewCount' | 'ratingCount' | 'rating', number | undefined>
  >
  readonly genres: readonly OldEntity[]
  readonly artists: readonly OldEntity[]
  readonly addedAt: string | undefined
  /** Whether a user edited the work there. */
  readonly isCustom: boolean
  /** Paths relative to the work's folder, by the identifiers that the old server uses for files. */
  readonly paths: ReadonlyMap<string, string>
}

export interface OldUser {
  readonly name: string
  readonly isAdministrator: boolean
  readonly isGuest: boolean
  /** 32 hexadecimal digits; undefined for any other value. */
  readonly md5: string | undefined
}

export interface OldReview extends WorkRow {
  readonly rating: number | undefined
  readonly note: string | undefined
  readonly state: ProgressState | undefined
  /** Whether the state is "replay". */
  readonly isReplay: boolean
  readonly at: string | undefined
}

/** Identifies a file on the old server; any field may be missing. */
export interface OldFile {
  /** The path relative to the work's folder. */
  readonly path?: string | undefined
  readonly title?: string | undefined
  readonly folder?: string | undefined
  /** The index in the old server's list of files. */
  readonly index?: number | undefined
  readonly hash?: string | undefined
}

export interface OldPlay extends WorkRow {
  readonly file: OldFile
  /** Undefined if the position is stored per file. */
  readonly seconds: number | undefined
  readonly at: string
  /** Seconds from the start of the work, if positions are stored so. */
  readonly total?: number
  /** When it was played to the end. */
  readonly finishedAt?: string
}

export interface OldTrackProgress extends WorkRow {
  readonly hash: string
  readonly seconds: number
  readonly isFinished: boolean
  readonly at: string
}

export interface OldPlaylist {
  readonly table: string
  readonly user: string
  readonly name: string
  readonly at: string | undefined
  readonly itemTable: string
  readonly items: readonly OldItem[]
}

/** Without a file, the item is the whole work. */
export interface OldItem {
  readonly work: OldId
  readonly file: OldFile | undefined
}

export interface OldBookmark extends WorkRow {
  readonly file: OldFile
  readonly seconds: number
  readonly title: string
  readonly at: string | undefined
}

/** Returns the number of rows that are processed one by one. */
export const rowsOf = (library: OldLibrary): number =>
  [
    library.works,
    library.users,
    library.reviews,
    library.plays,
    library.trackProgress,
    library.archived,
    library.bookmarks,
    library.playlists,
    ...library.playlists.map(({ items }) => items),
  ].reduce((sum, rows) => sum + rows.length, 0)
