/** One step along the change feed: decides which changes are applied to a catalog, and which wait for a new generation. */

import { setImmediate } from 'node:timers/promises'
import type { Catalogue } from '@koedana/catalogue/catalogue.ts'
import { fieldsOfName } from '@koedana/catalogue/model/names.ts'
import type { WorkRow } from '@koedana/catalogue/model/row.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { type Change, readChangesSince } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { chunksOf } from '../../../db/statements.ts'
import { ageNumbers } from '../../../domain/viewer.rules.ts'
import { type ChangedKeys, changedKeysOf } from './changed-keys.rules.ts'
import { findAges, loadNames, loadRows } from './load-rows.store.ts'
import { maxDelta, maxUrgentDelta } from './rebuild-pace.rules.ts'

/** A catalog and its position in the change feed. */
export interface CatalogueState {
  readonly catalogue: Catalogue
  /** Responses contain every change up to this one. */
  readonly seq: number
  /** Between `seq` and this change, urgent changes are in lists, and bulk changes wait for a new generation. */
  readonly seen: number
  /** Whether a change made by a person waits for a new generation, which must then be built at once. */
  readonly isOverdue: boolean
  readonly laid: readonly number[]
}

export const isBulk = ({ bulk }: Change): boolean => bulk === 1

export interface PendingChanges {
  readonly changes: readonly Change[]
  readonly changed: ChangedKeys
  readonly last: number
}

/** Maximum changes per step, because a step blocks the thread for a few milliseconds. */
const maxChangesPerStep = 500

/** Returns undefined if there are no new changes. */
export async function readAhead(db: Db, seq: number): Promise<PendingChanges | undefined> {
  const changes = await readChangesSince(db, seq, maxChangesPerStep)
  const last = changes.at(-1)
  return last && { changes, changed: changedKeysOf(changes), last: last.seq }
}

export interface Step {
  readonly moment: CatalogueState
  readonly ahead: PendingChanges
  /** How many works and names the delta may contain if some of the changes are bulk changes. */
  readonly bulkRoom: number
  /** In days since 1970. */
  readonly today: number
}

/** Applies changes to a catalog as far as the delta has room. Urgent changes have more room than bulk changes. */
export async function advance(db: Db, { moment, ahead, bulkRoom, today }: Step): Promise<CatalogueState> {
  const { catalogue, seq, seen, isOverdue } = moment
  const { size, hasManyWorks } = ahead.changed
  const room = ahead.changes.some(isBulk) ? bulkRoom : maxDelta
  const isWhole = seq === seen && !hasManyWorks && catalogue.deltaSize + size <= room
  const changed = isWhole ? ahead.changed : await urgentChangesOf(db, catalogue, ahead.changes)
  const isLaid = changed.size > 0 && catalogue.deltaSize + changed.size <= maxUrgentDelta
  const next = {
    seq: isWhole ? ahead.last : seq,
    seen: ahead.last,
    isOverdue: isOverdue || hasManyWorks || (changed.size > 0 && !isLaid),
  }
  // If only accounts changed, lists stay the same.
  if (!isLaid) return { ...next, catalogue, laid: [] }
  return { ...next, catalogue: await applyChanges(db, { catalogue, changed, today }), laid: changed.works }
}

/** Returns the changes that cannot wait: those made by people, and works that fewer viewers may see than before. */
async function urgentChangesOf(
  db: Db,
  catalogue: Catalogue,
  changes: readonly Change[],
): Promise<ChangedKeys> {
  const personal = changes.filter((change) => !isBulk(change))
  const bulky = changedKeysOf(changes.filter(isBulk)).works
  const restricted = await findRestricted(db, catalogue, bulky)
  return changedKeysOf([...personal, ...restricted.map((key) => ({ subject: 'work' as const, key }))])
}

async function findRestricted(db: Db, catalogue: Catalogue, keys: readonly number[]): Promise<number[]> {
  const shown = keys.flatMap((key) => {
    const age = catalogue.ageOf(key)
    return age === undefined ? [] : { key, age }
  })
  const ages = await findAges(
    db,
    shown.map(({ key }) => key),
  )
  return shown
    .filter(({ key, age }) => !ages.has(key) || ageNumbers[ages.get(key) ?? 'r18'] > age)
    .map(({ key }) => key)
}

export interface ChangesToApply {
  readonly catalogue: Catalogue
  readonly changed: ChangedKeys
  /** In days since 1970. */
  readonly today: number
}

/** SQLite runs in the calling thread. Reading this many works or names takes a few milliseconds; then other requests get a turn. */
const readBatchSize = 25

async function applyChanges(db: Db, { catalogue, changed, today }: ChangesToApply): Promise<Catalogue> {
  const rows = await readRows(db, changed.works, today)
  const found = new Set(rows.map(({ key }) => key))
  const removed = changed.works.filter((key) => !found.has(key))
  let next = catalogue.withChanges(rows, removed)
  for (const { kind, keys } of changed.entities) next = next.withNames(kind, await readNames(db, kind, keys))
  return next
}

async function readRows(db: Db, keys: readonly number[], today: number): Promise<WorkRow[]> {
  const rows: WorkRow[] = []
  for (const some of chunksOf(keys, readBatchSize)) {
    rows.push(...(await loadRows(db, some, today)))
    await setImmediate()
  }
  return rows
}

/** A deleted entity gets no names, so that no search finds it. */
async function readNames(db: Db, kind: EntityKind, keys: readonly number[]) {
  const names = new Map<number, string[]>(keys.map((key) => [key, []]))
  for (const some of chunksOf(keys, readBatchSize)) {
    for (const entity of await loadNames(db, kind, some)) names.set(entity.key, fieldsOfName(entity))
    await setImmediate()
  }
  return names
}
