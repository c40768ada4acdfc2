/** Reads a few works as the index wants them, for the delta. */
import { languageBit } from '@koedana/catalogue/model/editions.ts'
import { noGrowth } from '@koedana/catalogue/model/growth.ts'
import type { WorkRow } from '@koedana/catalogue/model/row.ts'
import { Language } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Db } from '../../../db/schema.ts'
import { findGrowth } from '../../stats/growth.store.ts'
import { findAllNames, findLanguages, findLinks } from '../works.store.ts'
import { indexedColumns, rowOf } from './columns.rules.ts'
import { growthIn } from './growth.rules.ts'

/** Those of the keys that still exist and are not in the trash; `today` in days since 1970. */
export async function loadRows(db: Db, keys: readonly number[], today: number): Promise<WorkRow[]> {
  if (keys.length === 0) return []
  const [works, links, languages, names, growths] = await Promise.all([
    db
      .selectFrom('work')
      .select(indexedColumns)
      .where('key', 'in', keys)
      .where('trashed_at', 'is', null)
      .execute(),
    findLinks(db, keys),
    findLanguages(db, keys),
    findAllNames(db, keys),
    findGrowth(db, keys, today),
  ])
  const growthOf = new Map(growths.map((growth) => [growth.key, growthIn(growth)]))
  return works.map((work) =>
    rowOf(work, {
      languages: bitsOf(languages.get(work.key) ?? []),
      entities: links.get(work.key) ?? { artists: [], illustrators: [], genres: [] },
      translations: names.get(work.key) ?? [],
      growth: growthOf.get(work.key) ?? noGrowth,
    }),
  )
}

function bitsOf(languages: readonly string[]): number {
  return languages.reduce((bits, text) => (v.is(Language, text) ? bits | languageBit(text) : bits), 0)
}
