/** Reads a few works as the index wants them, for the delta. */
import { languageBit } from '@koedana/catalogue/editions.ts'
import type { WorkRow } from '@koedana/catalogue/row.ts'
import { Language } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Db } from '../../../db/schema.ts'
import { findLanguages, findLinks } from '../works.store.ts'
import { indexedColumns, rowOf } from './columns.rules.ts'

/** Those of the keys that still exist. */
export async function loadRows(db: Db, keys: readonly number[]): Promise<WorkRow[]> {
  if (keys.length === 0) return []
  const [works, links, languages] = await Promise.all([
    db.selectFrom('work').select(indexedColumns).where('key', 'in', keys).execute(),
    findLinks(db, keys),
    findLanguages(db, keys),
  ])
  return works.map((work) => {
    const entities = links.get(work.key) ?? { artists: [], illustrators: [], genres: [] }
    return rowOf(work, { languages: bitsOf(languages.get(work.key) ?? []), entities })
  })
}

function bitsOf(languages: readonly string[]): number {
  return languages.reduce((bits, text) => (v.is(Language, text) ? bits | languageBit(text) : bits), 0)
}
