/** Adds password hashes imported from another program, each usable once (ADR 0059). */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('old_password')
      .addColumn('user_key', integer, (c) => c.primaryKey().references('user.key').onDelete('cascade'))
      .addColumn('sealed', 'text', (c) => c.notNull())
      .execute()
  },
})
