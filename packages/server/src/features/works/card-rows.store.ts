/**
 * Reads the part of a card that comes from a work's own row, in one statement: pages of rarely read works are most of the server's
 * reads. Entities come from the index.
 */
import { cardNumbers } from '@koedana/contract/field-lists.ts'
import type { CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import { columnOf } from '../../db/number-columns.rules.ts'
import type { Db } from '../../db/schema.ts'
import type { WorkTable } from '../../db/tables/catalogue.ts'

export interface CardRow extends Pick<WorkTable, (typeof columns)[number]> {
  /** The name in the requested language, if there is one. */
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
 * Returns a function that reads rows in no particular order. Missing and trashed works have no row. Statements are cached, because
 * building one costs as much as running it.
 */
export function cardRowsIn(db: Db): FindCardRows {
  const statements = new LRUCache<number, CompiledQuery<CardRow>>({ max: maxStatements })
  return async (keys, locale) => {
    const requested = padKeys(keys)
    const known = statements.get(requested.length) ?? compile(db, requested, locale)
    statements.set(requested.length, known)
    const { rows } = await db.executeQuery<CardRow>({ ...known, parameters: [locale, ...requested] })
    return rows
  }
}

/** The parameters are the locale, then the keys. */
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

/** One statement per length below, plus some for longer lists. */
const maxStatements = 32

/** Lists are padded to few lengths, so that few statements are needed. Repeated keys still return one row. */
const lengths = [1, 2, 4, 8, 16, 24, 32, 48, 64, 100] as const

function padKeys(keys: readonly number[]): readonly number[] {
  const length = lengths.find((one) => one >= keys.length) ?? keys.length
  return length === keys.length
    ? keys
    : [...keys, ...new Array<number>(length - keys.length).fill(keys[0] ?? 0)]
}
