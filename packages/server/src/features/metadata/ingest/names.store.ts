/**
 * Which works tell which names of an entity, written down where they do not all tell the same.
 * What is remembered of how works name an entity, before more of them are heard.
 */
import type { FeedEntity } from '@koedana/contract/feed.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { appendBulkChanges } from '../../../db/changes.ts'
import type { Database } from '../../../db/open.ts'
import type { Db } from '../../../db/schema.ts'
import { chunksOf, insertRows } from '../../../db/statements.ts'
import type { EntityTellerTable } from '../../../db/tables/editing.ts'
import { listWordings } from '../../entities/entities.store.ts'
import {
  deleteTeller,
  dropUnattributed,
  mostTellers,
  tellerAge,
  tellersOfAll,
} from '../../entities/tellers.store.ts'
import { type Wording, wordingOf, writeWording } from '../../entities/wording.rules.ts'

export interface NamesOfWork {
  readonly key: number
  readonly named: (kind: EntityKind) => readonly FeedEntity[]
}

export interface NamesOfWorks {
  readonly disputed: readonly Disputed[]
  /** What each work tells of entities of a kind, in the order they are heard. */
  readonly works: readonly NamesOfWork[]
}

/** Once works and links are written. */
export async function saveNames(
  database: Database,
  tx: Db,
  { disputed, works }: NamesOfWorks,
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
      // A work that names both says what it is now.
      const others = new Set(byWork.get(entity.mergedInto ?? '')?.map(({ work }) => work))
      const workWordings = (byWork.get(entity.id) ?? [])
        .filter(({ work }) => !others.has(work))
        .map((one) => ({ ...one, age: ages.get(one.work) ?? 0 }))
      if (await register(database, tx, { entity, workWordings })) changed.push(entity.key)
    }
    if (changed.length === 0) continue
    await dropUnattributed(tx, kind, changed)
    await appendBulkChanges(tx, kind, changed)
  }
}

async function agesOf(tx: Db, keys: readonly number[]): Promise<Map<number, 0 | 1 | 2 | 3>> {
  const found = new Map<number, 0 | 1 | 2 | 3>()
  for (const some of chunksOf(keys, 4_000)) {
    const rows = tx.selectFrom('work').select(['key', 'age_category', 'trashed_at'])
    for (const row of await rows.where('key', 'in', some).execute()) found.set(row.key, tellerAge(row))
  }
  return found
}

/** Groups wordings by entity id. Of a work that names an entity twice the later counts. */
function workWordingsOf(
  kind: EntityKind,
  ids: ReadonlySet<string>,
  works: NamesOfWorks['works'],
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

/** Whether anything is other than before. */
async function register(database: Database, tx: Db, { entity, workWordings }: Registering): Promise<boolean> {
  const { kind, key } = entity
  const isMerged = entity.mergedInto !== undefined
  const { isNew, wordings, tellers } = await rememberedOf(tx, { entity, workWordings })
  // Where no work tells what it is now, people chose that name, and keep it from nobody.
  if (isNew && isMerged && tellers.length === 0) return false
  const touched = new Set<string>(isNew ? wordings.keys() : [])
  const known = new Map(tellers.map((row) => [row.work_key, row]))
  const added = new Map<number, EntityTellerTable>(isNew ? known : [])
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
    const isFull = count(known, kept.no, age) >= mostTellers
    if (row) known.delete(work)
    added.delete(work)
    if (row) await deleteTeller(tx, row)
    if (row) moved += 1
    if (isFull) continue
    const teller = { kind, entity_key: key, no: kept.no, work_key: work, age }
    known.set(work, teller)
    added.set(work, teller)
  }
  if (touched.size + added.size + moved === 0) return false
  await write(database, tx, { entity, wordings, touched, added: [...added.values()] })
  return true
}

const count = (known: ReadonlyMap<number, EntityTellerTable>, no: number, age: number) =>
  [...known.values()].filter((row) => row.no === no && row.age === age).length

interface Writing {
  readonly entity: Disputed
  readonly wordings: ReadonlyMap<string, Kept>
  /** Those that are written. */
  readonly touched: ReadonlySet<string>
  readonly added: readonly EntityTellerTable[]
}

async function write(
  database: Database,
  tx: Db,
  { entity: { kind, key }, wordings, touched, added }: Writing,
): Promise<void> {
  const used = new Set(added.map(({ no }) => no))
  const rows = [...wordings]
    .filter(([name, { no }]) => touched.has(name) || used.has(no))
    .map(([, { no, text, seenAt }]) => ({
      kind,
      entity_key: key,
      no,
      wording: text,
      told_all: seenAt[1],
      told_r15: seenAt[2],
      told_r18: seenAt[3],
    }))
  await insertRows(database, tx, {
    table: 'entity_wording',
    columns: ['kind', 'entity_key', 'no', 'wording', 'told_all', 'told_r15', 'told_r18'],
    rows,
    onConflict:
      '(kind, entity_key, no) do update set told_all = excluded.told_all, told_r15 = excluded.told_r15, told_r18 = excluded.told_r18',
  })
  await insertRows(database, tx, {
    table: 'entity_teller',
    columns: ['kind', 'entity_key', 'no', 'work_key', 'age'],
    rows: added.map((row) => ({ ...row })),
  })
}

/** An entity that works do not all name alike. */
export interface Disputed {
  readonly kind: EntityKind
  readonly id: string
  readonly key: number
  /** What all works told of it so far; undefined where it is new, or was disputed before. */
  readonly before: Wording | undefined
  /** The id it has now, where it is told of by one that was merged away. */
  readonly mergedInto?: string | undefined
}

interface WorkWording {
  readonly work: number
  readonly wording: Wording
}

interface Registering {
  readonly entity: Disputed
  readonly workWordings: readonly (WorkWording & { readonly age: 0 | 1 | 2 | 3 })[]
}

interface Kept {
  readonly no: number
  readonly text: string
  readonly seenAt: Record<0 | 1 | 2 | 3, number>
}

export interface Remembered {
  /** Whether nothing of it is stored: all told the same until now. */
  readonly isNew: boolean
  readonly wordings: Map<string, Kept>
  readonly tellers: readonly EntityTellerTable[]
}

async function rememberedOf(tx: Db, { entity, workWordings }: Registering): Promise<Remembered> {
  const { kind, key, before } = entity
  const stored = (await listWordings(tx, kind, [key])).map((one) => ({ ...one, text: writeWording(one) }))
  if (before && stored.length === 0) {
    const text = writeWording(before)
    const agreed: Kept = { no: 1, text, seenAt: { 0: 0, 1: 0, 2: 0, 3: 0 } }
    // Those that told what all told, and are not heard now.
    const except = new Set(workWordings.map(({ work }) => work))
    const tellers = await tellersOfAll(tx, { kind, key, except })
    return { isNew: true, tellers, wordings: new Map(tellers.length > 0 ? [[text, agreed]] : []) }
  }
  const wordings = stored
    .filter(({ isGiven }) => !isGiven)
    .map(({ no, text, isMerged, seenAt }): [string, Kept] => [
      nameOf(text, isMerged),
      { no, text, seenAt: { 0: 0, ...seenAt } },
    ])
  return { isNew: false, wordings: new Map(wordings), tellers: await tellersOf(tx, kind, key) }
}

/** The same text may be told of it and of one that was merged into it. */
const nameOf = (text: string, isMerged: boolean) => (isMerged ? `merged ${text}` : text)

function newWording(wordings: ReadonlyMap<string, Kept>, text: string, isMerged: boolean): Kept {
  const numbers = [...wordings.values()].map(({ no }) => no)
  const no = isMerged ? Math.min(0, ...numbers) - 1 : Math.max(0, ...numbers) + 1
  return { no, text, seenAt: { 0: 0, 1: 0, 2: 0, 3: 0 } }
}

const isLatest = (kept: Kept, wordings: ReadonlyMap<string, Kept>, age: 1 | 2 | 3) =>
  kept.seenAt[age] > 0 &&
  [...wordings.values()].every((other) => other === kept || other.seenAt[age] < kept.seenAt[age])

const tellersOf = (tx: Db, kind: EntityKind, key: number): Promise<EntityTellerTable[]> =>
  tx.selectFrom('entity_teller').selectAll().where('kind', '=', kind).where('entity_key', '=', key).execute()
