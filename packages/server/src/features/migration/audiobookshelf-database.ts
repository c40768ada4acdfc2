/** Reads the database of an audiobookshelf server. Its books are matched to works by the work ID in a folder or title. */
import { findWorkId } from '@koedana/contract/values.ts'
import type { ForeignDatabase } from '../../db/foreign.ts'
import { MigrationRejected, type MigrationReporter } from './migration-report.ts'
import type { OldBookmark, OldFile, OldLibrary, OldPlay } from './old-library.ts'
import {
  flagIn,
  instantIn,
  jsonIn,
  listIn,
  numberIn,
  type OldRow,
  pathIn,
  recordIn,
  textIn,
} from './old-values.rules.ts'

/** Reports unreadable rows. Throws `MigrationRejected` if the database is not one of audiobookshelf. */
export function readAudiobookshelf(db: ForeignDatabase, report: Pick<MigrationReporter, 'miss'>): OldLibrary {
  const isOurs = ['users', 'libraryItems', 'mediaProgresses', 'books'].every(
    (table) => db.columns(table).length > 0,
  )
  if (!isOurs)
    throw new MigrationRejected('databaseForeign', { code: 'import.notAudiobookshelf', values: {} })
  const books = readBooks(db)
  const users = new Map(
    [...db.rows('users')].flatMap((row) => {
      const [id, name] = [textIn(row.id), textIn(row.username)]
      return id === undefined || name === undefined ? [] : [[id, { name, row }]]
    }),
  )
  return {
    server: 'audiobookshelf',
    works: [],
    users: [],
    reviews: [],
    trackProgress: [],
    playlists: [],
    archived: [],
    plays: [...db.rows('mediaProgresses')].flatMap((row) => {
      const user = users.get(textIn(row.userId) ?? '')?.name
      const book = books.byMedia.get(textIn(row.mediaItemId) ?? '')
      const play = user === undefined || !book ? undefined : playIn(row, user, book)
      if (!play)
        report.miss(
          'mediaProgresses',
          `${user ?? ''}/${book?.name ?? textIn(row.mediaItemId) ?? ''}`,
          'unreadable',
        )
      return play ?? []
    }),
    bookmarks: [...users.values()].flatMap(({ name, row }) => bookmarksIn(row, name, books.byItem)),
  }
}

interface Book {
  /** The work ID, or the title of a book without one. */
  readonly name: string
  readonly files: readonly { readonly file: OldFile; readonly seconds: number }[]
}

function readBooks(db: ForeignDatabase) {
  const media = new Map([...db.rows('books')].map((row) => [textIn(row.id) ?? '', row]))
  const [byMedia, byItem] = [new Map<string, Book>(), new Map<string, Book>()]
  for (const row of db.rows('libraryItems')) {
    const [item, mediaId] = [textIn(row.id), textIn(row.mediaId)]
    const book = media.get(mediaId ?? '')
    if (item === undefined || mediaId === undefined || !book) continue
    const read = bookIn(book, pathIn(row.relPath) ?? pathIn(row.path) ?? '')
    byMedia.set(mediaId, read)
    byItem.set(item, read)
  }
  return { byMedia, byItem }
}

function bookIn(row: OldRow, path: string): Book {
  const title = textIn(row.title) ?? ''
  // Search the path from its end, since folders above the book may belong to another work.
  const code =
    path
      .split('/')
      .toReversed()
      .flatMap((part) => findWorkId(part) ?? [])[0] ?? findWorkId(title)
  const files = listIn(jsonIn(row.audioFiles))
    .map(recordIn)
    .filter(({ exclude }) => exclude !== true)
  return {
    name: code ?? (title.slice(0, 200) || path),
    files: files
      .toSorted((one, other) => (numberIn(one.index) ?? 0) - (numberIn(other.index) ?? 0))
      .map((file) => {
        const { relPath, filename } = recordIn(file.metadata)
        const named = { path: pathIn(relPath), title: textIn(filename)?.normalize('NFC') }
        return { file: named, seconds: Math.max(0, numberIn(file.duration) ?? 0) }
      }),
  }
}

function playIn(row: OldRow, user: string, book: Book): OldPlay | undefined {
  const at = instantIn(row.updatedAt) ?? instantIn(row.createdAt)
  const total = numberIn(row.currentTime)
  if (at === undefined || total === undefined || total < 0) return undefined
  const isFinished = flagIn(row.isFinished)
  return {
    table: 'mediaProgresses',
    user,
    work: book.name,
    at,
    total,
    ...momentIn(book, total),
    ...(isFinished && { finishedAt: instantIn(row.finishedAt) ?? at }),
  }
}

/** Returns the file position at a time over all files of the book. Times after the end are clamped to the end of the last file. */
function momentIn({ files }: Book, total: number): { readonly file: OldFile; readonly seconds: number } {
  let before = 0
  for (const { file, seconds } of files) {
    if (total < before + seconds) return { file, seconds: total - before }
    before += seconds
  }
  const last = files.at(-1)
  return { file: last?.file ?? {}, seconds: last?.seconds ?? total }
}

function bookmarksIn(row: OldRow, user: string, books: ReadonlyMap<string, Book>): OldBookmark[] {
  return listIn(typeof row.bookmarks === 'string' ? jsonIn(row.bookmarks) : undefined).map((one) => {
    const { libraryItemId, time, title, createdAt } = recordIn(one)
    const book = books.get(textIn(libraryItemId) ?? '')
    const seconds = Math.max(0, numberIn(time) ?? 0)
    const moment = book ? momentIn(book, seconds) : { file: {}, seconds }
    const said = { title: textIn(title) ?? '', at: instantIn(createdAt) }
    return { table: 'bookmarks', user, work: book?.name ?? '', ...said, ...moment }
  })
}
