/** Reads of makers, series, artists, illustrators and genres. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { type Db, entityTables } from '../../db/schema.ts'

export interface EntityRow {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly kana: string | null
}

/** All of a kind, or only those named. */
export function listEntityRows(db: Db, kind: EntityKind, keys?: readonly number[]): Promise<EntityRow[]> {
  const rows = db.selectFrom(entityTables[kind]).select(['key', 'id', 'name', 'kana'])
  return (keys ? rows.where('key', 'in', keys) : rows).execute()
}

export interface GenreNameRow {
  readonly genre_key: number
  readonly locale: string
  readonly name: string
}

export function listGenreNames(db: Db, keys?: readonly number[]): Promise<GenreNameRow[]> {
  const rows = db.selectFrom('genre_name').select(['genre_key', 'locale', 'name'])
  return (keys ? rows.where('genre_key', 'in', keys) : rows).execute()
}
