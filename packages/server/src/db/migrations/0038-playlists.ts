/** Adds playlists and their items. Items have no foreign keys to works or files, so a work that returns is in its lists again. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = ({ integer, serialKey }: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await serialKey(db.schema.createTable('playlist'), 'key')
      .addColumn('id', 'text', (c) => c.notNull().unique())
      .addColumn('user_key', integer, (c) => c.notNull().references('user.key').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('shared', integer, (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('playlist_user').on('playlist').column('user_key').execute()
    await db.schema.createIndex('playlist_shared').on('playlist').columns(['shared', 'key']).execute()
    await db.schema
      .createTable('playlist_item')
      .addColumn('playlist_key', integer, (c) => c.notNull().references('playlist.key').onDelete('cascade'))
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('position', integer, (c) => c.notNull())
      .addColumn('work_key', integer, (c) => c.notNull())
      .addColumn('track_id', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('duration_seconds', 'double precision')
      .addPrimaryKeyConstraint('playlist_item_key', ['playlist_key', 'id'])
      .addUniqueConstraint('playlist_item_thing', ['playlist_key', 'work_key', 'track_id'])
      .execute()
  },
})
