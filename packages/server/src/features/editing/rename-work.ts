/** Gives a work a name as an edit of a person does, with its lock and its place in the history. */
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import { changeFields } from './change-fields.ts'
import { changesOf } from './edit.rules.ts'
import { findEditableWork } from './editable-work.store.ts'
import { fieldStatesOf, textOf } from './field-states.rules.ts'

export interface Renaming {
  readonly key: number
  readonly name: string
  readonly userKey: number
  /** Fixed-width UTC text. */
  readonly now: string
}

/** Runs inside `writeTogether`. Answers whether there is such a work. */
export async function renameWork(
  database: Database,
  tx: Db,
  { key, name, userKey, now }: Renaming,
): Promise<boolean> {
  const editable = await findEditableWork(tx, key)
  if (!editable) return false
  const changes = changesOf(fieldStatesOf(editable), {
    values: { name },
    release: [],
    textOf: (field, value) => textOf(field, value, String),
    userKey,
    now,
  })
  await changeFields(database, tx, { editable, changes, userKey, now })
  return true
}
