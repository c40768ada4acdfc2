/** Locks and edit history of works. Write inside `writeInTurn`. */
import type { WorkField } from '@koedana/contract/editing.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Db } from '../../db/schema.ts'
import { FieldChange } from './edit.rules.ts'
import type { EditableWork, FieldState } from './field-states.rules.ts'

export interface StoredEdit {
  readonly key: number
  readonly id: string
  /** User name; null if the account was deleted. */
  readonly by: string | null
  readonly at: string
  readonly changes: readonly FieldChange[]
  readonly undoneAt: string | null
}

const listed = 100

/** Returns the latest edits first. */
export async function listEdits(db: Db, workKey: number): Promise<StoredEdit[]> {
  const rows = await selectEdits(db, workKey).orderBy('work_edit.key', 'desc').limit(listed).execute()
  return rows.map(editOf)
}

export async function findEdit(db: Db, workKey: number, id: string): Promise<StoredEdit | undefined> {
  const row = await selectEdits(db, workKey).where('work_edit.id', '=', id).executeTakeFirst()
  return row && editOf(row)
}

export interface NewEdit {
  readonly id: string
  readonly workKey: number
  readonly userKey: number | null
  readonly at: string
  readonly changes: readonly FieldChange[]
}

export async function insertEdit(tx: Db, { id, workKey, userKey, at, changes }: NewEdit): Promise<void> {
  await tx
    .insertInto('work_edit')
    .values({
      id,
      work_key: workKey,
      user_key: userKey,
      at,
      changes: JSON.stringify(changes),
      undone_at: null,
    })
    .execute()
}

export async function markUndone(tx: Db, key: number, at: string): Promise<void> {
  await tx.updateTable('work_edit').set({ undone_at: at }).where('key', '=', key).execute()
}

export type Locks = readonly (readonly [WorkField, FieldState['lock']])[]

/** Null releases a field. Locks of deleted accounts stay without an owner. */
export async function saveLocks(tx: Db, workKey: number, locks: Locks): Promise<void> {
  if (locks.length === 0) return
  const fields = locks.map(([field]) => field)
  await tx.deleteFrom('work_lock').where('work_key', '=', workKey).where('field', 'in', fields).execute()
  const known = await findKnownUsers(tx, locks)
  const rows = locks.flatMap(([field, lock]) => {
    if (!lock) return []
    const { userKey, at } = lock
    return { work_key: workKey, field, user_key: userKey !== null && known.has(userKey) ? userKey : null, at }
  })
  if (rows.length > 0) await tx.insertInto('work_lock').values(rows).execute()
}

export async function findUsernames(db: Db, keys: readonly number[]): Promise<Map<number, string>> {
  if (keys.length === 0) return new Map()
  const rows = await db.selectFrom('user').select(['key', 'username']).where('key', 'in', keys).execute()
  return new Map(rows.map(({ key, username }) => [key, username]))
}

async function findKnownUsers(tx: Db, locks: Locks): Promise<ReadonlySet<number>> {
  const keys = [...new Set(locks.flatMap(([, lock]) => lock?.userKey ?? []))]
  return new Set((await findUsernames(tx, keys)).keys())
}

function selectEdits(db: Db, workKey: number) {
  return db
    .selectFrom('work_edit')
    .leftJoin('user', 'user.key', 'work_edit.user_key')
    .select(['work_edit.key', 'work_edit.id', 'user.username as by', 'work_edit.at', 'changes', 'undone_at'])
    .where('work_key', '=', workKey)
}

const Changes = v.array(FieldChange)

function editOf(
  row: Omit<StoredEdit, 'changes' | 'undoneAt'> & {
    readonly changes: string
    readonly undone_at: string | null
  },
): StoredEdit {
  const { key, id, by, at, changes, undone_at: undoneAt } = row
  return { key, id, by, at, changes: v.parse(Changes, JSON.parse(changes)), undoneAt }
}

/** Writes columns that only edits change. Call inside `writeInTurn`. */
export async function saveCoverOf(
  tx: Db,
  key: number,
  cover: EditableWork['cover'],
  now: string,
): Promise<void> {
  await tx
    .updateTable('work')
    .set({
      cover_version: cover?.version ?? null,
      cover_thumbhash: cover?.thumbhash ?? null,
      updated_at: now,
    })
    .where('key', '=', key)
    .execute()
}

/** Released fields should come from sources again: the next turn fetches the whole work from the marketplace. */
export async function requestRecordRefresh(
  tx: Db,
  key: number,
  { cover }: { cover: boolean },
): Promise<void> {
  await tx.updateTable('marketplace_record').set({ numbers_hash: null }).where('key', '=', key).execute()
  if (!cover) return
  await tx
    .updateTable('marketplace_record')
    .set({ cover_state: 'wanted' })
    .where('key', '=', key)
    .where('cover_url', 'is not', null)
    .execute()
}

/** Custom works count up; IDs of deleted works are not reused. */
const counter = 'lastOwnWork'

/** Call inside `writeInTurn`, so that each ID is used once. */
export async function allocateOwnKey(tx: Db): Promise<number> {
  const last = await tx.selectFrom('setting').select('value').where('name', '=', counter).executeTakeFirst()
  let key = last ? Number(last.value) : workKeyOf('KD00000000')
  do key += 1
  while (await isTaken(tx, key))
  await tx
    .insertInto('setting')
    .values({ name: counter, value: String(key) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(key) }))
    .execute()
  return key
}

async function isTaken(tx: Db, key: number): Promise<boolean> {
  return (await tx.selectFrom('work').select('key').where('key', '=', key).executeTakeFirst()) !== undefined
}
