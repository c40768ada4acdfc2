/**
 * How a database and a snapshot of its index recognise each other. Every snapshot leaves a mark in the database before
 * it is written; a database that holds the mark has lived through that moment. Another database has not, and neither has
 * this one after a backup from before was put back, whatever numbers its changes have taken since.
 */
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { writeTogether } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { findSetting, saveSetting } from '../../../db/settings.store.ts'

const settingName = 'indexSnapshots'
/** There is one for each server that shares the database, and some for those that are gone. */
const keptMarks = 32

/** Stores a new mark; `db` writes. */
export async function markSnapshot(db: Db): Promise<string> {
  const mark = randomUUID()
  await writeTogether(db, async (tx) => {
    const marks = [...(await readMarks(tx)), mark].slice(-keptMarks)
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
