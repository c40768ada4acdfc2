/** Adds skeletons of usernames as typed and in capitals. Existing lookalikes stay. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { skeletonsOf } from '../../lib/skeleton.rules.ts'

interface UserNameRow {
  readonly user: {
    key: number
    username: string
    name_skeleton: string | null
    name_skeleton_typed: string | null
    name_skeleton_capital: string | null
  }
}

const added = ['name_skeleton_typed', 'name_skeleton_capital'] as const

export const migration = (): Migration => ({
  async up(db: Kysely<UserNameRow>) {
    for (const column of added) await db.schema.alterTable('user').addColumn(column, 'text').execute()
    for (const { key, username } of await db.selectFrom('user').select(['key', 'username']).execute()) {
      const { small, typed, capital } = skeletonsOf(username)
      const looks = { name_skeleton: small, name_skeleton_typed: typed, name_skeleton_capital: capital }
      await db.updateTable('user').set(looks).where('key', '=', key).execute()
    }
    for (const column of added)
      await db.schema.createIndex(`user_${column}`).on('user').column(column).execute()
  },
})
