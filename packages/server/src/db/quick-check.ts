/** What of a SQLite database cannot be read at its ends: cheap, and found before anybody is served. */
import { type RawBuilder, sql } from 'kysely'
import { isDamage } from './damage.ts'
import type { Reading } from './open.ts'
import type { Db } from './schema.ts'

interface Tree {
  readonly type: 'table' | 'index'
  readonly name: string
  readonly table: string
  readonly definition: string | null
}

/** Tables and indexes whose root, first or last row is damaged. What lies between is `koedana doctor`’s to read. */
export async function damagedEnds({ read, dialect }: Pick<Reading, 'read' | 'dialect'>): Promise<string[]> {
  if (dialect.name !== 'sqlite') return []
  const { rows } = await sql<Tree>`select type, name, tbl_name as "table", sql as definition
    from sqlite_master where rootpage > 0`.execute(read)
  const found: string[] = []
  for (const tree of rows) {
    if (!(await isWholeAtEnds(read, tree))) found.push(`${tree.type} ${tree.name}`)
  }
  return found
}

async function isWholeAtEnds(read: Db, tree: Tree): Promise<boolean> {
  try {
    const { rows } = await sql<{
      pagetype: string
    }>`select pagetype from dbstat where name = ${tree.name} limit 1`.execute(read)
    if (rows[0]?.pagetype === 'corrupted') return false
    for (const row of tree.type === 'table' ? endsOfTable(tree) : await endsOfIndex(read, tree)) {
      await row.execute(read)
    }
    return true
  } catch (cause) {
    if (!isDamage(cause)) throw cause
    return false
  }
}

function endsOfTable({ name, definition }: Tree): RawBuilder<unknown>[] {
  const table = sql.table(name)
  if (/\bwithout rowid\b/i.test(definition ?? '')) return [sql`select * from ${table} limit 1`]
  return [
    sql`select * from ${table} order by rowid limit 1`,
    sql`select * from ${table} order by rowid desc limit 1`,
  ]
}

async function endsOfIndex(read: Db, { name, table, definition }: Tree): Promise<RawBuilder<unknown>[]> {
  const { rows } = await sql<{
    name: string | null
  }>`select name from pragma_index_info(${name}) order by seqno limit 1`.execute(read)
  const column = rows[0]?.name
  // An index over an expression has no name to sort by: its root has to do.
  if (typeof column !== 'string') return []
  const [, condition] = /\)\s*where\s+(.+)$/is.exec(definition ?? '') ?? []
  const where = condition === undefined ? sql`` : sql`where ${sql.raw(condition)}`
  const from = sql`select ${sql.ref(column)} from ${sql.table(table)} indexed by ${sql.id(name)} ${where}`
  return [
    sql`${from} order by ${sql.ref(column)} limit 1`,
    sql`${from} order by ${sql.ref(column)} desc limit 1`,
  ]
}
