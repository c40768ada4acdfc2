/** Keeps the wordings of a merged entity, for viewers who see no work that names the entity it was merged into. */
import type { EntityKind } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import type { EntityNameSourceTable } from '../../db/tables/editing.ts'
import {
  deleteWordings,
  listEntitiesWithLockedNames,
  listWordings,
  type WordingRow,
} from './entities.store.ts'
import { deleteUnattributedWordings, findInitialNameSources, storedWordings } from './name-sources.store.ts'
import { overlayWording, writeWording } from './wording.rules.ts'

export interface WordingMerge {
  readonly kind: EntityKind
  readonly from: number
  readonly into: number
}

/** Merges the wordings of two entities. Call it before the links of works are changed, while works still name both. */
export async function mergeWordings(tx: Db, { kind, from, into }: WordingMerge): Promise<void> {
  const [old, now] = [await wordingsOf(tx, kind, from), await wordingsOf(tx, kind, into)]
  await deleteWordings(tx, kind, from)
  // A name that people entered, or that comes from no work, may be shown to every viewer.
  const isGiven = !now.isStored && (await listEntitiesWithLockedNames(tx, kind)).has(into)
  if (isGiven || now.nameSources.length === 0 || old.nameSources.length === 0) return
  if (!now.isStored) await insert(tx, { kind, key: into, ...now })
  await insert(tx, { kind, key: into, ...asMerged(old, now) })
  await deleteUnattributedWordings(tx, kind, [into])
}

interface StoredWordings {
  readonly rows: readonly WordingRow[]
  readonly nameSources: readonly EntityNameSourceTable[]
}

/** Returns the wordings of an entity and their sources. If works agree, none are stored, so they are derived from the stored name. */
async function wordingsOf(
  tx: Db,
  kind: EntityKind,
  key: number,
): Promise<StoredWordings & { readonly isStored: boolean }> {
  const rows = await listWordings(tx, kind, [key])
  if (rows.length > 0) {
    const nameSources = tx.selectFrom('entity_name_source').selectAll().where('kind', '=', kind)
    return { rows, nameSources: await nameSources.where('entity_key', '=', key).execute(), isStored: true }
  }
  const wording = (await storedWordings(tx, kind, [key])).get(key)
  const nameSources = await findInitialNameSources(tx, { kind, key, except: new Set() })
  const agreed = { isGiven: false, isMerged: false, ages: 0, seenAt: { 1: 0, 2: 0, 3: 0 } }
  return {
    rows: wording ? [{ ...wording, ...agreed, entityKey: key, no: 1 }] : [],
    nameSources,
    isStored: false,
  }
}

/** Returns the old entity's wordings with negative numbers. Names that people entered for it override the works' names. */
function asMerged(old: StoredWordings, now: StoredWordings): StoredWordings {
  const given = old.rows.find(({ isGiven }) => isGiven)
  const numbers = new Map(
    now.rows.filter(({ isMerged }) => isMerged).map((row) => [writeWording(row), row.no] as const),
  )
  const rows: WordingRow[] = []
  const moved = new Map<number, number>()
  let lowest = Math.min(0, ...numbers.values())
  for (const row of old.rows.filter(({ isGiven }) => !isGiven)) {
    const wording = given ? overlayWording(row, given) : row
    const text = writeWording(wording)
    const no = numbers.get(text) ?? --lowest
    if (!numbers.has(text)) rows.push({ ...row, ...wording, no, isMerged: true })
    numbers.set(text, no)
    moved.set(row.no, no)
  }
  const isNow = new Set(now.nameSources.map(({ work_key }) => work_key))
  const nameSources = old.nameSources.flatMap((row) => {
    const no = moved.get(row.no)
    return no === undefined || isNow.has(row.work_key) ? [] : [{ ...row, no }]
  })
  return { rows, nameSources }
}

async function insert(
  tx: Db,
  { kind, key, rows, nameSources }: StoredWordings & { readonly kind: EntityKind; readonly key: number },
): Promise<void> {
  const wordings = rows.map((row) => ({
    kind,
    entity_key: key,
    no: row.no,
    wording: writeWording(row),
    seen_all: row.seenAt[1],
    seen_r15: row.seenAt[2],
    seen_r18: row.seenAt[3],
  }))
  if (wordings.length > 0) await tx.insertInto('entity_wording').values(wordings).execute()
  const moved = nameSources.map((row) => ({ ...row, entity_key: key }))
  if (moved.length > 0) await tx.insertInto('entity_name_source').values(moved).execute()
}
