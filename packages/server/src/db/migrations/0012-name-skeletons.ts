/** Adds username skeletons, so that no new name looks like another one. Existing lookalikes stay. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { skeletonOf } from '../../lib/skeleton.rules.ts'

export const migration = (): Migration => ({
  async up(db: Kysely<{ user: { key: number; username: string; name_skeleton: string | null } }>) {
    await db.schema.alterTable('user').addColumn('name_skeleton', 'text').execute()
    for (const { key, username } of await db.selectFrom('user').select(['key', 'username']).execute()) {
      const name_skeleton = skeletonOf(username)
      await db.updateTable('user').set({ name_skeleton }).where('key', '=', key).execute()
    }
    await db.schema.createIndex('user_name_skeleton').on('user').column('name_skeleton').execute()
  },
})
