/** Lays what changed over a catalogue. */
import { setImmediate } from 'node:timers/promises'
import type { Catalogue } from '@koedana/catalogue/catalogue.ts'
import { fieldsOfName } from '@koedana/catalogue/model/names.ts'
import type { WorkRow } from '@koedana/catalogue/model/row.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { chunksOf } from '../../../db/chunks.ts'
import type { Db } from '../../../db/schema.ts'
import type { ChangedKeys } from './changed-keys.rules.ts'
import { loadNames } from './load-names.store.ts'
import { loadRows } from './load-rows.store.ts'

export interface Laying {
  readonly catalogue: Catalogue
  readonly changed: ChangedKeys
  /** A day, counted since 1970. */
  readonly today: number
}

/** SQLite answers in the calling thread: reading so many works or names takes a few milliseconds, then others are served. */
const readAtOnce = 25

export async function layChanges(db: Db, { catalogue, changed, today }: Laying): Promise<Catalogue> {
  const rows = await readRows(db, changed.works, today)
  const found = new Set(rows.map(({ key }) => key))
  const removed = changed.works.filter((key) => !found.has(key))
  let next = catalogue.withChanges(rows, removed)
  for (const { kind, keys } of changed.entities) next = next.withNames(kind, await readNames(db, kind, keys))
  return next
}

async function readRows(db: Db, keys: readonly number[], today: number): Promise<WorkRow[]> {
  const rows: WorkRow[] = []
  for (const some of chunksOf(keys, readAtOnce)) {
    rows.push(...(await loadRows(db, some, today)))
    await setImmediate()
  }
  return rows
}

/** One that is gone is found by nothing. */
async function readNames(db: Db, kind: EntityKind, keys: readonly number[]) {
  const names = new Map<number, string[]>(keys.map((key) => [key, []]))
  for (const some of chunksOf(keys, readAtOnce)) {
    for (const entity of await loadNames(db, kind, some)) names.set(entity.key, fieldsOfName(entity))
    await setImmediate()
  }
  return names
}
