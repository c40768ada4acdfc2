/** Imports a table of `code,status,rating,note`, as spreadsheets write it, to the marks of an account. */
import { findWorkKey } from '@koedana/contract/values.ts'
import type { Database } from '../../db/open.ts'
import { chunksOf } from '../../db/statements.ts'
import { UsageError } from '../../lib/app-error.ts'
import { type CsvFault, readCsv } from '../own-data/csv.rules.ts'
import { importOwnData, type OwnDataOwner } from '../own-data/import.use-cases.ts'
import { findAccount, findWorks } from './migration.store.ts'
import { createMigrationReport, type MigrationReport, type MissReason } from './migration-report.ts'

export interface CsvImport {
  readonly database: Database
  readonly bytes: Uint8Array
  readonly username: string
  readonly now: () => Date
}

const linesAtOnce = 500

/**
 * Imports the marks, which override existing ones. Throws a `UsageError` if the table has no such columns or the account does not
 * exist.
 */
export async function importCsv({ database, bytes, username, now }: CsvImport): Promise<MigrationReport> {
  const { marks, faults } = readCsv(textOf(bytes))
  if (faults.some(({ fault }) => fault === 'columnsMissing'))
    throw new UsageError('Its first line has to name the columns: code,status,rating,note')
  const account = await findAccount(database.write, username)
  if (!account) throw new UsageError(`There is no account ${username}.`)
  const report = createMigrationReport()
  for (const { line, fault } of faults) report.miss(table, `line ${line}`, reasons[fault])
  const here = await findWorks(
    database.write,
    marks.flatMap(({ id }) => findWorkKey(id) ?? []),
  )
  const known = marks.filter(({ id }) => {
    const isHere = here.has(findWorkKey(id) ?? Number.NaN)
    if (!isHere) report.miss(table, id, 'workUnknown')
    return isHere
  })
  const owner: OwnDataOwner = {
    userKey: account.key,
    visible: (keys) => keys,
    mayShare: false,
    findKey: (_kind, id) => findWorkKey(id),
  }
  for (const some of chunksOf(known, linesAtOnce)) {
    const data = { marks: [...some], exportedAt: now().toISOString() }
    const { imported } = await importOwnData({ database, now }, data, owner)
    report.carried(table, imported)
    report.present(table, some.length - imported)
  }
  return report.finish()
}

const table = 'lines'

const reasons: Readonly<Record<CsvFault['fault'], MissReason>> = {
  columnsMissing: 'unreadable',
  workIdExpected: 'noCode',
  valueUnknown: 'stateUnknown',
  ratingExpected: 'noRating',
  textTooLong: 'noteTooLong',
  tooManyLines: 'tooMany',
}

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark. Legacy encodings of Japanese and Chinese spreadsheets cannot be distinguished reliably.
 */
function textOf(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    const advice = 'It looks like Shift_JIS or GBK: save it as “CSV UTF-8” in your spreadsheet.'
    throw new UsageError(`This is no UTF-8. ${advice}`, { cause })
  }
}
