import { isPostgres } from '../../../db/changes.ts'
import { postgres, sqlite } from '../../../db/dialect.ts'
import type { Db } from '../../../db/schema.ts'
import { chunksOf, insertRows } from '../../../db/statements.ts'
import type { WorkSourceTable } from '../../../db/tables/editing.ts'
import { applyClaim, isSameOrigin, type Origin, type SourceRow } from './provenance.rules.ts'

export interface Claim {
  readonly key: number
  /** Bits of the fields that the source set. */
  readonly bits: number
  readonly origin: Origin
}

/** Call it in the transaction that changes the works. A work may have several claims, in their order. */
export async function saveClaims(tx: Db, claims: readonly Claim[]): Promise<void> {
  const made = claims.filter(({ bits }) => bits !== 0)
  if (made.length === 0) return
  const stored = await findSources(tx, [...new Set(made.map(({ key }) => key))])
  const current = new Map<number, readonly SourceRow[]>(stored)
  for (const { key, bits, origin } of made) current.set(key, applyClaim(current.get(key) ?? [], origin, bits))
  const changed = [...current].flatMap(([key, rows]) => changedRows(key, rows, stored.get(key) ?? []))
  await insertRows({ dialect: isPostgres(tx) ? postgres : sqlite }, tx, {
    table: 'work_source',
    columns: ['work_key', 'source', 'at', 'fields'],
    rows: changed.map((row) => ({ ...row })),
    onConflict: '(work_key, source, at) do update set fields = excluded.fields',
  })
  await deleteEmpty(tx, changed)
}

/** Returns the source rows by work key. Works without rows are absent. */
export async function findSources(
  tx: Db,
  keys: readonly number[],
): Promise<ReadonlyMap<number, readonly SourceRow[]>> {
  const found: WorkSourceTable[] = []
  for (const some of chunksOf(keys, keysPerStatement)) {
    found.push(...(await tx.selectFrom('work_source').selectAll().where('work_key', 'in', some).execute()))
  }
  return Map.groupBy(found, ({ work_key }) => work_key)
}

const keysPerStatement = 4_000

function changedRows(
  key: number,
  rows: readonly SourceRow[],
  before: readonly SourceRow[],
): WorkSourceTable[] {
  return rows
    .filter((row) => before.find((one) => isSameOrigin(one, row))?.fields !== row.fields)
    .map(({ source, at, fields }) => ({ work_key: key, source, at, fields }))
}

async function deleteEmpty(tx: Db, changed: readonly WorkSourceTable[]): Promise<void> {
  const keys = changed.filter(({ fields }) => fields === 0).map(({ work_key }) => work_key)
  for (const some of chunksOf([...new Set(keys)], keysPerStatement)) {
    await tx.deleteFrom('work_source').where('fields', '=', 0).where('work_key', 'in', some).execute()
  }
}
