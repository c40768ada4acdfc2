/** Ids of own works that are made by hand: they count up, and one that was removed is not given out again. */
import { workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { Db } from '../../db/schema.ts'

const counter = 'lastOwnWork'

/** Inside `writeTogether`: nobody else takes the same. */
export async function takeOwnKey(tx: Db): Promise<number> {
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
