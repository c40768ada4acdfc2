/** Records which works each name of an entity comes from, if works disagree. */
import type { FeedEntity } from '@koedana/contract/feed.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { appendBulkChanges } from '../../../db/changes.ts'
import type { Database } from '../../../db/open.ts'
import type { Db } from '../../../db/schema.ts'
import { chunksOf, insertRows } from '../../../db/statements.ts'
import type { EntityNameSourceTable } from '../../../db/tables/editing.ts'
import { listWordings } from '../../entities/entities.store.ts'
import {
  deleteNameSource,
  deleteUnattributedWordings,
  findInitialNameSources,
  indexedAge,
  maxNameSources,
} from '../../entities/name-sources.store.ts'
import { type Wording, wordingOf, writeWording } from '../../entities/wording.rules.ts'

export interface WorkNames {
  readonly key: number
  readonly named: (kind: EntityKind) => readonly FeedEntity[]
}

export interface DisputedNames {
  readonly disputed: readonly DisputedEntity[]
  /** Works of the batch with the names they use for entities of a kind, in the given order. */
  readonly works: readonly WorkNames[]
}

/** Call it after works and links are written. */
export async function saveNames(
  database: Database,
  tx: Db,
  { disputed, works }: DisputedNames,
): Promise<void> {
  if (disputed.length === 0) return
  const ages = await agesOf(
    tx,
    works.map(({ key }) => key),
  )
  for (const [kind, some] of Map.groupBy(disputed, ({ kind }) => kind)) {
    const byWork = workWordingsOf(
      kind,
      new Set(some.flatMap(({ id, mergedInto }) => [id, mergedInto ?? id])),
      works,
    )
    const changed: number[] = []
    for (const entity of some) {
      // If a work names both the merged-away entity and its merge target, only its name for the target counts.
      const others = new Set(byWork.get(entity.mergedInto ?? '')?.map(({ work }) => work))
      const workWordings = (byWork.get(entity.id) ?? [])
        .filter(({ work }) => !others.has(work))
        .map((one) => ({ ...one, age: ages.get(one.work) ?? 0 }))
      if (await register(database, tx, { entity, workWordings })) changed.push(entity.key)
    }
    if (changed.length === 0) continue
    await deleteUnattributedWordings(tx, kind, changed)
    await appendBulkChanges(tx, kind, changed)
  }
}

async function agesOf(tx: Db, keys: readonly number[]): Promise<Map<number, 0 | 1 | 2 | 3>> {
  const found = new Map<number, 0 | 1 | 2 | 3>()
  for (const some of chunksOf(keys, 4_000)) {
    const rows = tx.selectFrom('work').select(['key', 'age_category', 'trashed_at'])
    for (const row of await rows.where('key', 'in', some).execute()) found.set(row.key, indexedAge(row))
  }
  return found
}

/** Groups wordings by entity ID. If a work names an entity twice, the later wording counts. */
function workWordingsOf(
  kind: EntityKind,
  ids: ReadonlySet<string>,
  works: DisputedNames['works'],
): Map<string, WorkWording[]> {
  const found = new Map<string, Map<number, WorkWording>>()
  for (const { key, named } of works) {
    for (const entity of named(kind)) {
      if (!ids.has(entity.id)) continue
      const byWork = found.get(entity.id) ?? new Map<number, WorkWording>()
      byWork.delete(key)
      found.set(entity.id, byWork.set(key, { work: key, wording: wordingOf(entity) }))
    }
  }
  return new Map([...found].map(([id, byWork]) => [id, [...byWork.values()]]))
}

/** Returns whether anything changed. */
async function register(
  database: Database,
  tx: Db,
  { entity, workWordings }: NameRegistration,
): Promise<boolean> {
  const { kind, key } = entity
  const isMerged = entity.mergedInto !== undefined
  const { isNew, wordings, nameSources } = await rememberedOf(tx, { entity, workWordings })
  // If the current name comes from no work, people chose it and every viewer may see it.
  if (isNew && isMerged && nameSources.length === 0) return false
  const touched = new Set<string>(isNew ? wordings.keys() : [])
  const known = new Map(nameSources.map((row) => [row.work_key, row]))
  const added = new Map<number, EntityNameSourceTable>(isNew ? known : [])
  let moved = 0
  for (const { work, wording, age } of workWordings) {
    const text = writeWording(wording)
    const name = nameOf(text, isMerged)
    const kept = wordings.get(name) ?? newWording(wordings, text, isMerged)
    wordings.set(name, kept)
    if (age !== 0 && !isLatest(kept, wordings, age)) {
      kept.seenAt[age] =
        Math.max(...[...wordings.values()].flatMap(({ seenAt }) => Object.values(seenAt))) + 1
      touched.add(name)
    }
    const row = known.get(work)
    if (row?.no === kept.no && row.age === age) continue
    const isFull = count(known, kept.no, age) >= maxNameSources
    if (row) known.delete(work)
    added.delete(work)
    if (row) await deleteNameSource(tx, row)
    if (row) moved += 1
    if (isFull) continue
    const source = { kind, entity_key: key, no: kept.no, work_key: work, age }
    known.set(work, source)
    added.set(work, source)
  }
  if (touched.size + added.size + moved === 0) return false
  await write(database, tx, { entity, wordings, touched, added: [...added.values()] })
  return true
}

const count = (known: ReadonlyMap<number, EntityNameSourceTable>, no: number, age: number) =>
  [...known.values()].filter((row) => row.no === no && row.age === age).length

interface WordingUpdate {
  readonly entity: DisputedEntity
  readonly wordings: ReadonlyMap<string, StoredWording>
  /** Keys of the wordings to write. */
  readonly touched: ReadonlySet<string>
  readonly added: readonly EntityNameSourceTable[]
}

async function write(
  database: Database,
  tx: Db,
  { entity: { kind, key }, wordings, touched, added }: WordingUpdate,
): Promise<void> {
  const used = new Set(added.map(({ no }) => no))
  const rows = [...wordings]
    .filter(([name, { no }]) => touched.has(name) || used.has(no))
    .map(([, { no, text, seenAt }]) => ({
      kind,
      entity_key: key,
      no,
      wording: text,
      seen_all: seenAt[1],
      seen_r15: seenAt[2],
      seen_r18: seenAt[3],
    }))
  await insertRows(database, tx, {
    table: 'entity_wording',
    columns: ['kind', 'entity_key', 'no', 'wording', 'seen_all', 'seen_r15', 'seen_r18'],
    rows,
    onConflict:
      '(kind, entity_key, no) do update set seen_all = excluded.seen_all, seen_r15 = excluded.seen_r15, seen_r18 = excluded.seen_r18',
  })
  await insertRows(database, tx, {
    table: 'entity_name_source',
    columns: ['kind', 'entity_key', 'no', 'work_key', 'age'],
    rows: added.map((row) => ({ ...row })),
  })
}

/** An entity that works name differently. */
export interface DisputedEntity {
  readonly kind: EntityKind
  readonly id: string
  readonly key: number
  /** The wording that all works agreed on. Undefined if the entity is new or was disputed before. */
  readonly before: Wording | undefined
  /** ID of the merge target, if works use an ID that was merged away. */
  readonly mergedInto?: string | undefined
}

interface WorkWording {
  readonly work: number
  readonly wording: Wording
}

interface NameRegistration {
  readonly entity: DisputedEntity
  readonly workWordings: readonly (WorkWording & { readonly age: 0 | 1 | 2 | 3 })[]
}

interface StoredWording {
  readonly no: number
  readonly text: string
  readonly seenAt: Record<0 | 1 | 2 | 3, number>
}

export interface RecordedNames {
  /** Whether nothing is stored yet, since all works agreed until now. */
  readonly isNew: boolean
  readonly wordings: Map<string, StoredWording>
  readonly nameSources: readonly EntityNameSourceTable[]
}

async function rememberedOf(tx: Db, { entity, workWordings }: NameRegistration): Promise<RecordedNames> {
  const { kind, key, before } = entity
  const stored = (await listWordings(tx, kind, [key])).map((one) => ({ ...one, text: writeWording(one) }))
  if (before && stored.length === 0) {
    const text = writeWording(before)
    const agreed: StoredWording = { no: 1, text, seenAt: { 0: 0, 1: 0, 2: 0, 3: 0 } }
    // The works outside this batch, which all agree on the name.
    const except = new Set(workWordings.map(({ work }) => work))
    const nameSources = await findInitialNameSources(tx, { kind, key, except })
    return { isNew: true, nameSources, wordings: new Map(nameSources.length > 0 ? [[text, agreed]] : []) }
  }
  const wordings = stored
    .filter(({ isGiven }) => !isGiven)
    .map(({ no, text, isMerged, seenAt }): [string, StoredWording] => [
      nameOf(text, isMerged),
      { no, text, seenAt: { 0: 0, ...seenAt } },
    ])
  return { isNew: false, wordings: new Map(wordings), nameSources: await nameSourcesOf(tx, kind, key) }
}

/** Works of the entity and works of one merged into it may use the same text, and these count separately. */
const nameOf = (text: string, isMerged: boolean) => (isMerged ? `merged ${text}` : text)

function newWording(
  wordings: ReadonlyMap<string, StoredWording>,
  text: string,
  isMerged: boolean,
): StoredWording {
  const numbers = [...wordings.values()].map(({ no }) => no)
  const no = isMerged ? Math.min(0, ...numbers) - 1 : Math.max(0, ...numbers) + 1
  return { no, text, seenAt: { 0: 0, 1: 0, 2: 0, 3: 0 } }
}

const isLatest = (kept: StoredWording, wordings: ReadonlyMap<string, StoredWording>, age: 1 | 2 | 3) =>
  kept.seenAt[age] > 0 &&
  [...wordings.values()].every((other) => other === kept || other.seenAt[age] < kept.seenAt[age])

const nameSourcesOf = (tx: Db, kind: EntityKind, key: number): Promise<EntityNameSourceTable[]> =>
  tx
    .selectFrom('entity_name_source')
    .selectAll()
    .where('kind', '=', kind)
    .where('entity_key', '=', key)
    .execute()
