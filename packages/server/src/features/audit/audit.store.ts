/** The audit log in the database. Its size is limited, so that failed logins cannot fill the disk. */
import { type AuditAct, type AuditEntry, auditActs } from '@koedana/contract/audit.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { likePatternOf } from '../../db/like-pattern.rules.ts'
import type { Db } from '../../db/schema.ts'
import type { AuditTable } from '../../db/tables/audit.ts'

/** Maximum entries per act: failed logins never displace administrative acts. */
export const maxPerAct = 10_000

export async function insertAudit(db: Db, row: Insertable<AuditTable>): Promise<void> {
  await db.insertInto('audit').values(row).execute()
}

export async function trimAudit(db: Db, most = maxPerAct): Promise<void> {
  for (const act of auditActs) {
    const surplus = await db
      .selectFrom('audit')
      .select('key')
      .where('act', '=', act)
      .orderBy('key', 'desc')
      .limit(1)
      .offset(most)
      .executeTakeFirst()
    if (!surplus) continue
    await db.deleteFrom('audit').where('act', '=', act).where('key', '<=', surplus.key).execute()
  }
}

export interface AuditQuery {
  readonly act: AuditAct | undefined
  /** Part of a user name; empty for all. */
  readonly q: string
  readonly limit: number
  readonly offset: number
}

export async function listAuditPage(
  db: Db,
  { limit, offset, ...wanted }: AuditQuery,
): Promise<{ items: AuditEntry[]; total: number }> {
  const found = matching(db, wanted)
  const { total } = await found
    .select((e) => e.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found.selectAll().orderBy('key', 'desc').limit(limit).offset(offset).execute()
  return { items: rows.map(entryOf), total: Number(total) }
}

/** Acts on an account are found by the details, which name it. */
function matching(db: Db, { act, q }: Pick<AuditQuery, 'act' | 'q'>) {
  let query = db.selectFrom('audit')
  if (act !== undefined) query = query.where('act', '=', act)
  const name = q.trim().toLowerCase()
  if (name === '') return query
  const pattern = likePatternOf(name)
  return query.where((e) =>
    e.or([
      sql<boolean>`lower(username) like ${pattern} escape '\\'`,
      sql<boolean>`lower(detail) like ${pattern} escape '\\'`,
    ]),
  )
}

/** Returns undefined for unknown accounts. */
export async function findUsername(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('user').select('username').where('id', '=', id).executeTakeFirst()
  return row?.username
}

const entryOf = ({ key, ...entry }: Selectable<AuditTable>): AuditEntry => ({ id: key, ...entry })
