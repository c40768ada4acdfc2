/** Ingests the results of a few lookups together with their request records, in one transaction. */
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { TaskOutcome } from '@koedana/contract/tasks.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import type { Database } from '../../../db/open.ts'
import type { Db } from '../../../db/schema.ts'
import type { MarketplaceRecordTable } from '../../../db/tables/tasks.ts'
import { dayOf } from '../../../lib/dates.rules.ts'
import { needsRow } from '../../stats/stats.rules.ts'
import { saveUnchangedNumbers } from '../../stats/stats.store.ts'
import type { ReportedItem } from '../../tasks/run/job.ts'
import { type FeedColumns, ingest } from '../ingest/ingest.ts'
import { findColumns } from '../ingest/works.store.ts'
import type { SourceNumbers } from '../source.ts'
import { isConfirmedAbsent, nextAbsence, noAbsence } from './absence.rules.ts'
import type { WorkResult } from './look-up-works.ts'
import { findRecords, newRecord, saveRecords } from './records.store.ts'
import { findNames } from './work-names.store.ts'

/** Returns the outcome of each work in the given order. A fault changes nothing. */
export async function ingestResults(
  database: Database,
  tx: Db,
  given: { readonly results: readonly WorkResult[]; readonly now: string },
): Promise<ReportedItem[]> {
  const { results, now } = given
  const keys = results.map(({ id }) => workKeyOf(id))
  if (results.length === 0) return []
  const [records, names] = [await findRecords(tx, keys), await findNames(tx, keys)]
  const decisions = results.map((one) =>
    decide(one, {
      row: records.get(workKeyOf(one.id)) ?? newRecord(one.id),
      isStored: names.has(workKeyOf(one.id)),
      now,
    }),
  )
  const works = decisions.flatMap(({ work }) => (work ? [{ work, hash: null }] : []))
  const before = await findColumns(tx, keys)
  const outcomes = await ingest(database, tx, { works, source: 'marketplace', now })
  await keepHeld(database, tx, { before, records, now })
  await saveRecords(
    database,
    tx,
    decisions.flatMap(({ row }) => (row ? [row] : [])),
  )
  const byId = new Map(works.map(({ work }, i) => [work.id, outcomes[i]]))
  return decisions.map(({ item, work }, i) => ({
    ...item,
    name: work?.name ?? names.get(keys[i] ?? -1) ?? null,
    outcome: item.outcome ?? byId.get(item.item) ?? 'unchanged',
  }))
}

interface HeldNumbers {
  readonly before: ReadonlyMap<number, FeedColumns>
  readonly records: ReadonlyMap<number, MarketplaceRecordTable>
  readonly now: string
}

/** Records that changed numbers were constant up to the day of the previous lookup. */
async function keepHeld(database: Database, tx: Db, { before, records, now }: HeldNumbers): Promise<void> {
  const today = dayOf(now)
  const after = await findColumns(tx, [...before.keys()])
  const works = [...before.values()].flatMap((numbers) => {
    const { key } = numbers
    const readAt = records.get(key)?.numbers_at
    const columns = after.get(key)
    const isMoved = columns !== undefined && needsRow(columns, numbers)
    return readAt && isMoved ? [{ key, numbers, day: dayOf(readAt) }] : []
  })
  await saveUnchangedNumbers(database, tx, { works, today })
}

interface RecordContext {
  readonly row: MarketplaceRecordTable
  readonly isStored: boolean
  readonly now: string
}

interface Decision {
  /** Without an outcome, the outcome of `ingest` is used. */
  readonly item: Omit<ReportedItem, 'outcome'> & { readonly outcome?: TaskOutcome }
  readonly work?: FeedWork
  readonly row?: MarketplaceRecordTable
}

function decide(result: WorkResult, known: RecordContext): Decision {
  const { id } = result
  if (result.kind === 'fault') return { item: { item: id, outcome: 'failed', reason: result.reason } }
  if (result.kind === 'record') return { item: { item: id }, work: result.work, row: readRow(result, known) }
  if (result.kind === 'numbers') return numbersAlone(result.numbers, known)
  return result.numbers && known.isStored ? withoutRecord(result.numbers, known) : absentWork(id, known)
}

const readRow = (
  result: Extract<WorkResult, { kind: 'record' }>,
  { row, now }: RecordContext,
): MarketplaceRecordTable => ({
  ...row,
  ...noAbsence,
  ...numbersRead(result.numbers, now),
  ...coverColumns(row, result.coverUrl),
  wanted: 0,
  record_at: now,
})

const numbersRead = (numbers: SourceNumbers | undefined, now: string) =>
  numbers ? { numbers_at: now, numbers_hash: numbers.hash } : {}

/** A new URL means a new picture. */
function coverColumns(row: MarketplaceRecordTable, url: string | undefined) {
  if (url === undefined || url === row.cover_url) return {}
  return { cover_url: url, cover_state: 'wanted' as const }
}

/** The work has numbers but no record, as for works that are no longer sold. Nothing more can be looked up. */
const withoutRecord = (numbers: SourceNumbers, { row, now }: RecordContext): Decision => ({
  item: { item: row.id },
  work: numbers.work,
  row: { ...row, ...noAbsence, ...numbersRead(numbers, now), wanted: 0, record_at: now },
})

/** Schedules a new lookup of the record if the title, price or options have changed. */
function numbersAlone(numbers: SourceNumbers, { row, isStored, now }: RecordContext): Decision {
  if (!isStored) return { item: { item: row.id, outcome: 'skipped', reason: 'workGone' } }
  const isChanged = row.numbers_hash !== null && row.numbers_hash !== numbers.hash
  const after = { ...row, ...noAbsence, ...numbersRead(numbers, now), wanted: isChanged ? 1 : row.wanted }
  // A new name is taken from the record, which has it in every language.
  return { item: { item: row.id }, work: { ...numbers.work, name: null }, row: after }
}

function absentWork(id: string, { row, isStored, now }: RecordContext): Decision {
  const wasThere = row.record_at !== null || row.numbers_at !== null
  const after = { ...row, ...nextAbsence(row, { wasThere, now }) }
  const isLost = isStored && isConfirmedAbsent(after)
  return {
    item: { item: id, outcome: 'notFound', reason: 'notOnMarketplace' },
    row: after,
    ...(isLost ? { work: { id, availability: 'unavailable' as const } } : {}),
  }
}
