/**
 * Reads what a card needs of a work's own row, in one statement: pages of works that nobody read lately are most of what this
 * server reads. Who made it and what it is about is in the index.
 */
import { cardNumbers } from '@koedana/contract/field-lists.ts'
import type { CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import { columnOf } from '../../db/number-columns.rules.ts'
import type { Db } from '../../db/schema.ts'
import type { WorkTable } from '../../db/tables/catalogue.ts'

export interface CardRow extends Pick<WorkTable, (typeof columns)[number]> {
  /** The name in the language requested, if there is one. */
  readonly translated: string | null
}

export type FindCardRows = (keys: readonly number[], locale: string) => Promise<readonly CardRow[]>

const columns = [
  'key',
  'id',
  'name',
  'age_category',
  'maker_key',
  ...cardNumbers.map(columnOf),
  'released_on',
  'in_library',
  'has_lyrics',
  'cover_version',
  'cover_thumbhash',
] as const

/**
 * The rows come in no order; a key without a work, or of one in the trash, has no row. Putting a statement together
 * costs as much as running it: each is kept.
 */
export function cardRowsIn(db: Db): FindCardRows {
  const statements = new LRUCache<number, CompiledQuery<CardRow>>({ max: mostStatements })
  return async (keys, locale) => {
    const requested = lengthened(keys)
    const known = statements.get(requested.length) ?? compile(db, requested, locale)
    statements.set(requested.length, known)
    const { rows } = await db.executeQuery<CardRow>({ ...known, parameters: [locale, ...requested] })
    return rows
  }
}

/** Its parameters are the locale, then the keys. */
function compile(db: Db, keys: readonly number[], locale: string): CompiledQuery<CardRow> {
  return db
    .selectFrom('work')
    .select(columns)
    .select((e) => [
      e
        .selectFrom('work_name')
        .select('work_name.name')
        .whereRef('work_name.work_key', '=', 'work.key')
        .where('locale', '=', locale)
        .as('translated'),
    ])
    .where('work.key', 'in', keys)
    .where('work.trashed_at', 'is', null)
    .compile()
}

/** One of each usual length, and some of longer lists. */
const mostStatements = 32

/** Few lengths make few statements; a key that stands twice is one work still. */
const lengths = [1, 2, 4, 8, 16, 24, 32, 48, 64, 100] as const

function lengthened(keys: readonly number[]): readonly number[] {
  const length = lengths.find((one) => one >= keys.length) ?? keys.length
  return length === keys.length
    ? keys
    : [...keys, ...new Array<number>(length - keys.length).fill(keys[0] ?? 0)]
}
