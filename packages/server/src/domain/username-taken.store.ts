import type { Db } from '../db/schema.ts'
import { skeletonsOf } from '../lib/skeleton.rules.ts'
import { usernameKeyOf } from './user.rules.ts'

/**
 * Returns whether another account has this username or one that looks like it. Run it inside `writeInTurn`, where writers take
 * turns. `ownKey` is excluded. The name as typed is compared with all three forms of other names. Two uppercase forms are not
 * compared, or Lia and Ila would clash. Ian is rejected next to Lan: typed in lowercase, Lan is lan, which looks like Ian.
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
