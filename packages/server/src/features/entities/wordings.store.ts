/** Wordings of entities that works do not all name alike. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { chunksOf } from '../../db/chunks.ts'
import type { Db } from '../../db/schema.ts'
import { type AttributedWording, readWording, type Wording, writeWording } from './wording.rules.ts'

export interface WordingRow extends AttributedWording {
  readonly entityKey: number
  readonly no: number
}

/** Of all entities of a kind, or only of those; in the order of their numbers. */
export async function listWordings(
  db: Db,
  kind: EntityKind,
  keys?: readonly number[],
): Promise<WordingRow[]> {
  if (!keys) return wordingsOf(db, kind)
  const found: WordingRow[] = []
  for (const some of chunksOf(keys, keysPerStatement)) found.push(...(await wordingsOf(db, kind, some)))
  return found
}

const keysPerStatement = 4_000

async function wordingsOf(db: Db, kind: EntityKind, keys?: readonly number[]): Promise<WordingRow[]> {
  const stored = db.selectFrom('entity_wording').selectAll().where('kind', '=', kind)
  const rows = await (keys ? stored.where('entity_key', 'in', keys) : stored)
    .orderBy('entity_key')
    .orderBy('no')
    .execute()
  if (rows.length === 0) return []
  const noted = db.selectFrom('entity_teller').select(['entity_key', 'no', 'age']).where('kind', '=', kind)
  const attributed = await (keys ? noted.where('entity_key', 'in', keys) : noted)
    .groupBy(['entity_key', 'no', 'age'])
    .execute()
  const ages = new Map<string, number>()
  for (const { entity_key, no, age } of attributed) {
    const name = `${entity_key} ${no}`
    ages.set(name, (ages.get(name) ?? 0) | (1 << age))
  }
  return rows.map((row) => ({
    ...readWording(row.wording),
    entityKey: row.entity_key,
    no: row.no,
    isGiven: row.no === givenNo,
    isMerged: row.no < givenNo,
    // Works in the trash, of age 0, tell nobody.
    ages: (ages.get(`${row.entity_key} ${row.no}`) ?? 0) & ~1,
    seenAt: { 1: row.told_all, 2: row.told_r15, 3: row.told_r18 },
  }))
}

/** The number of what people gave. Below it is what works tell of those that were merged into it. */
export const givenNo = 0

/** Whether works disagree about any entity: mostly they do not. */
export async function hasWordings(db: Db): Promise<boolean> {
  const row = await db.selectFrom('entity_wording').select('no').limit(1).executeTakeFirst()
  return row !== undefined
}

interface Given {
  readonly kind: EntityKind
  readonly key: number
  /** What is open in it stays as it was given before. */
  readonly wording: Wording
}

/** What people gave holds for everybody; where works agree, there is nobody to keep it from. */
export async function saveGivenWording(tx: Db, { kind, key, wording }: Given): Promise<void> {
  const stored = await listWordings(tx, kind, [key])
  if (stored.length === 0) return
  const before = stored.find(({ isGiven }) => isGiven)
  const text = writeWording({
    name: wording.name ?? before?.name ?? null,
    kana: wording.kana ?? before?.kana ?? null,
    names: { ...before?.names, ...wording.names },
  })
  await tx
    .insertInto('entity_wording')
    .values({ kind, entity_key: key, no: givenNo, wording: text, told_all: 0, told_r15: 0, told_r18: 0 })
    .onConflict((conflict) => conflict.columns(['kind', 'entity_key', 'no']).doUpdateSet({ wording: text }))
    .execute()
}

/** From now on it is what is stored of it, for everybody. */
export async function dropWordings(tx: Db, kind: EntityKind, key: number): Promise<void> {
  for (const table of ['entity_teller', 'entity_wording'] as const)
    await tx.deleteFrom(table).where('kind', '=', kind).where('entity_key', '=', key).execute()
}
