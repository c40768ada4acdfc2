/** Moves administrators' edits of a work, with their history, to another work. Runs inside `writeInTurn`. */
import type { WorkField } from '@koedana/contract/editing.ts'
import { workFields } from '@koedana/contract/work-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../db/schema.ts'
import { updateNameSources } from '../../../entities/name-sources.store.ts'
import type { WorkMove } from '../../../entities/work-aliases.store.ts'
import { bitOf } from '../../../metadata/ingest/provenance.rules.ts'
import { saveClaims } from '../../../metadata/ingest/provenance.store.ts'

/** If a field was edited on both works, keeps the later edit. */
export async function moveEdits(tx: Db, move: WorkMove): Promise<void> {
  const { from, into } = move
  await tx.updateTable('work_edit').set({ work_key: into }).where('work_key', '=', from).execute()
  const locks = await listLocks(tx, from)
  const others = new Map((await listLocks(tx, into)).map(({ field, at }) => [field, at]))
  const moved = locks.filter(({ field, at }) => at >= (others.get(field) ?? ''))
  for (const lock of moved) {
    await copyValue(tx, move, lock.field)
    await saveClaims(tx, [{ key: into, bits: bitOf(lock.field), origin: { source: 'edit', at: lock.at } }])
    const { user_key, at } = lock
    await tx
      .insertInto('work_lock')
      .values({ ...lock, work_key: into })
      .onConflict((conflict) => conflict.columns(['work_key', 'field']).doUpdateSet({ user_key, at }))
      .execute()
  }
  await tx.deleteFrom('work_lock').where('work_key', '=', from).execute()
  if (moved.length > 0) await updateNameSources(tx, { works: [into], isBulk: false })
}

const listLocks = (db: Db, key: number) =>
  db.selectFrom('work_lock').selectAll().where('work_key', '=', key).orderBy('field').execute()

const listTables: Partial<
  Record<WorkField, { readonly table: string; readonly columns: readonly string[] }>
> = {
  names: { table: 'work_name', columns: ['locale', 'name'] },
  languages: { table: 'work_language', columns: ['language'] },
  artists: { table: 'work_artist', columns: ['entity_key', 'position'] },
  illustrators: { table: 'work_illustrator', columns: ['entity_key', 'position'] },
  genres: { table: 'work_genre', columns: ['entity_key', 'position'] },
}

const roles: Partial<Record<WorkField, 'writer' | 'musician'>> = { writers: 'writer', musicians: 'musician' }

async function copyValue(tx: Db, { from, into }: WorkMove, field: WorkField): Promise<void> {
  const role = roles[field]
  const list = listTables[field]
  if (list) await copyRows(tx, { from, into }, { ...list, which: sql`true` })
  else if (role !== undefined) {
    const columns = ['role', 'position', 'name']
    await copyRows(tx, { from, into }, { table: 'work_credit', columns, which: sql`role = ${role}` })
  } else {
    for (const column of columnsOf(field))
      await sql`update work set ${sql.ref(column)} = (select ${sql.ref(column)} from work where key = ${from})
        where key = ${into}`.execute(tx)
  }
}

function columnsOf(field: WorkField): readonly string[] {
  if (field === 'cover') return ['cover_version', 'cover_thumbhash']
  const entry = workFields[field]
  return 'column' in entry ? [entry.column] : []
}

interface TableRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly which: ReturnType<typeof sql>
}

async function copyRows(
  tx: Db,
  { from, into }: WorkMove,
  { table, columns, which }: TableRows,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`delete from ${sql.table(table)} where work_key = ${into} and ${which}`.execute(tx)
  await sql`insert into ${sql.table(table)} (work_key, ${names})
    select cast(${into} as bigint), ${names} from ${sql.table(table)} where work_key = ${from} and ${which}`.execute(
    tx,
  )
}
