/** What people heard at an audiobookshelf server, to accounts here. */
import { join } from 'node:path'
import { findWorkKey } from '@koedana/contract/values.ts'
import { carryOwnData } from './carry-own-data.ts'
import { findHere } from './here.ts'
import { firstFile, type Move } from './import-kikoeru.ts'
import { findAccount } from './migration.store.ts'
import { createMigrationReport, type MigrationReport, MoveRefused } from './migration-report.ts'
import { rowsOf } from './old-library.ts'
import { readHere } from './read-old.ts'

export interface AudiobookshelfImport extends Move {
  /** What accounts are called here, where that is not as they are there. */
  readonly names: ReadonlyMap<string, string>
}

const file = 'absdatabase.sqlite'

/**
 * `path`: its `absdatabase.sqlite`, or a folder that holds it or its `config`. Throws `MoveRefused` if there is nothing that
 * can be read; then nothing was changed.
 */
export async function importAudiobookshelf(input: AudiobookshelfImport): Promise<MigrationReport> {
  const { database, path, names, now, readOld = readHere, onStep, onRows } = input
  const report = createMigrationReport((more) => onRows?.({ more }))
  await onStep?.('reading')
  const found = await firstFile([path, join(path, file), join(path, 'config', file)], input.admitFile)
  if (found === undefined)
    throw new MoveRefused('databaseMissing', `There is no file ${path} that can be read.`)
  const { library, missed } = await readOld('audiobookshelf', found)
  onRows?.({ total: rowsOf(library) + missed.length })
  for (const { table, name, reason } of missed) report.miss(table, name, reason)
  await onStep?.('ownData')
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
