/** Describes what an old server holds, whichever wrote it: plain values, checked. */
import type { ProgressState } from '@koedana/contract/values.ts'
import type { OldId } from './old-id.rules.ts'

export interface OldLibrary {
  /** The server, as a sentence names it. */
  readonly server: string
  readonly works: readonly OldWork[]
  readonly users: readonly OldUser[]
  readonly reviews: readonly OldReview[]
  readonly plays: readonly OldPlay[]
  readonly trackProgress: readonly OldTrackProgress[]
  readonly playlists: readonly OldPlaylist[]
  readonly archived: readonly OfWork[]
  readonly bookmarks: readonly OldBookmark[]
}

/** A row that somebody has on a work, in the table that it is from. */
export interface OfWork {
  readonly table: string
  readonly user: string
  readonly work: OldId
}

export interface OldNamed {
  /** The market's; undefined for one that is only known by its name. */
  readonly id: string | undefined
  readonly name: string
}

export interface OldWork {
  readonly id: OldId
  readonly title: string | undefined
  /** The name of the folder of works, and the path below it. */
  readonly root: string | undefined
  readonly dir: string | undefined
  readonly circle: OldNamed | undefined
  /** It is undefined where that is not known. */
  readonly isAdult: boolean | undefined
  readonly releasedOn: string | undefined
  readonly numbers: Readonly<
    Record<'price' | 'sales' | 'reviewCount' | 'ratingCount' | 'rating', number | undefined>
  >
  readonly genres: readonly OldNamed[]
  readonly artists: readonly OldNamed[]
  readonly addedAt: string | undefined
  /** Somebody edited it there. */
  readonly isCustom: boolean
  /** Paths below its folder by what the old server calls files by. */
  readonly paths: ReadonlyMap<string, string>
}

export interface OldUser {
  readonly name: string
  readonly isAdministrator: boolean
  readonly isGuest: boolean
  /** 32 hexadecimal digits; undefined for anything else. */
  readonly md5: string | undefined
}

export interface OldReview extends OfWork {
  readonly rating: number | undefined
  readonly note: string | undefined
  readonly state: ProgressState | undefined
  /** It is to be heard again. */
  readonly isReplay: boolean
  readonly at: string | undefined
}

/** Identifies a file there; whatever is known. */
export interface OldFile {
  /** The path below the folder of the work. */
  readonly path?: string | undefined
  readonly title?: string | undefined
  readonly folder?: string | undefined
  /** The index among the files that the old server listed. */
  readonly index?: number | undefined
  readonly hash?: string | undefined
}

export interface OldPlay extends OfWork {
  readonly file: OldFile
  /** It is undefined where that is kept by the file. */
  readonly seconds: number | undefined
  readonly at: string
  /** Seconds from the beginning of the work, where that is how it was kept. */
  readonly total?: number
  /** When it was heard to its end. */
  readonly finishedAt?: string
}

export interface OldTrackProgress extends OfWork {
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

/** Without a file it is the whole work. */
export interface OldItem {
  readonly work: OldId
  readonly file: OldFile | undefined
}

export interface OldBookmark extends OfWork {
  readonly file: OldFile
  readonly seconds: number
  readonly title: string
  readonly at: string | undefined
}

/** Returns how many rows are decided on one by one. */
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
