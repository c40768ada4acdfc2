/** What people heard at an audiobookshelf server, to accounts and works that are here. */
import { findWorkKey } from '@koedana/contract/values.ts'
import type { Database } from '../../db/open.ts'
import { readAudiobookshelf } from './audiobookshelf-database.ts'
import { carryOwnData } from './carry-own-data.ts'
import { findHere } from './here.ts'
import { findAccount } from './migration.store.ts'
import { createMigrationReport, type MigrationReport } from './migration-report.ts'
import { readOldDatabase } from './old-file.ts'

export interface AudiobookshelfImport {
  readonly database: Database
  /** Its `absdatabase.sqlite`. */
  readonly path: string
  /** What accounts are called here, where that is not as they are there. */
  readonly names: ReadonlyMap<string, string>
  readonly now: () => Date
}

/** Throws a `UsageError` if there is nothing that can be read; then nothing was changed. */
export async function importAudiobookshelf(input: AudiobookshelfImport): Promise<MigrationReport> {
  const { database, path, names, now } = input
  const report = createMigrationReport()
  const library = await readOldDatabase(path, (db) => readAudiobookshelf(db, report))
  const rows = [...library.plays, ...library.bookmarks]
  const users = new Map<string, number>()
  for (const user of new Set(rows.map((row) => row.user))) {
    const account = await findAccount(database.write, names.get(user) ?? user)
    if (account) users.set(user, account.key)
  }
  const works = [...new Set(rows.map(({ work }) => work))].map((id) => ({ id }))
  const here = await findHere({ database, storages: new Map() }, works)
  const whyNot = (work: string) => (findWorkKey(work) === undefined ? 'noCodeFound' : 'workNowhere')
  await carryOwnData({ database, now, report, users, here: { ...here, whyNot } }, library)
  return report.finish()
}
