/** Whether a name is free: not where somebody has it, or one that looks like it. */
import type { Db } from '../../db/schema.ts'
import { skeletonOf } from '../../lib/skeleton.rules.ts'
import { usernameKeyOf } from './user.rules.ts'

/** Inside `writeTogether`, where writers take turns. The account that is to have it does not count. */
export async function isNameTaken(tx: Db, username: string, ownKey?: number): Promise<boolean> {
  const [key, skeleton] = [usernameKeyOf(username), skeletonOf(username)]
  const alike = tx
    .selectFrom('user')
    .select('key')
    .where((e) => e.or([e('username_key', '=', key), e('name_skeleton', '=', skeleton)]))
  const other = ownKey === undefined ? alike : alike.where('key', '!=', ownKey)
  return (await other.limit(1).executeTakeFirst()) !== undefined
}
