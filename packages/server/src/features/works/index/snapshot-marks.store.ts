/**
 * Marks that connect a database and snapshots of its index. Each snapshot stores a mark in the database before it is written. A
 * different database, or this one restored from an earlier backup, does not have the mark, whatever its change numbers are.
 */
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { writeInTurn } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { findSetting, saveSetting } from '../../../db/settings.store.ts'

const settingName = 'indexSnapshots'
/** Enough for all nodes that share the database, and some former ones. */
const maxMarks = 32

/** Stores a new mark. `db` must be writable. */
export async function createSnapshotMark(db: Db): Promise<string> {
  const mark = randomUUID()
  await writeInTurn(db, async (tx) => {
    const marks = [...(await readMarks(tx)), mark].slice(-maxMarks)
    await saveSetting(tx, settingName, JSON.stringify(marks))
  })
  return mark
}

export const hasMark = async (db: Db, mark: string): Promise<boolean> => (await readMarks(db)).includes(mark)

async function readMarks(db: Db): Promise<string[]> {
  const stored = v.safeParse(Marks, await findSetting(db, settingName))
  return stored.success ? stored.output : []
}

const Marks = v.pipe(v.string(), v.parseJson(), v.array(v.string()))
