/** Whether a name is free: not if somebody has it, or one that looks like it. */
import type { Db } from '../db/schema.ts'
import { skeletonsOf } from '../lib/skeleton.rules.ts'
import { usernameKeyOf } from './user.rules.ts'

/**
 * The check runs inside `writeTogether`, where writers take turns. The account that is to have it does not count. What
 * one looks like as it was typed is compared with each way to write the other; two in capitals are not, or Lia and Ila
 * would be one. Ian beside Lan is refused, though both are honest names: Lan is lan too wherever it is typed, which
 * nobody can distinguish from Ian. He may be ian.
 */
export async function isNameTaken(tx: Db, username: string, ownKey?: number): Promise<boolean> {
  const { small, typed, capital } = skeletonsOf(username)
  const alike = tx
    .selectFrom('user')
    .select('key')
    .where((e) =>
      e.or([
        e('username_key', '=', usernameKeyOf(username)),
        e('name_skeleton', 'in', [small, typed]),
        e('name_skeleton_typed', 'in', [small, typed, capital]),
        e('name_skeleton_capital', '=', typed),
      ]),
    )
  const other = ownKey === undefined ? alike : alike.where('key', '!=', ownKey)
  return (await other.limit(1).executeTakeFirst()) !== undefined
}
