/** Adds subtitles line by line, the tracks they belong to, and administrators' choices. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    const { integer } = dialect
    await dialect
      .serialKey(db.schema.createTable('lyrics'), 'key')
      .addColumn('work_key', integer, (c) => c.notNull().references('work.key').onDelete('cascade'))
      .addColumn('storage_key', integer, (c) => c.notNull().references('storage.key').onDelete('cascade'))
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('is_embedded', integer, (c) => c.notNull())
      .addColumn('lang', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('is_synced', integer, (c) => c.notNull())
      .addColumn('offset_ms', integer, (c) => c.notNull())
      .addColumn('last_ms', integer, (c) => c.notNull())
      .addColumn('cue_count', integer, (c) => c.notNull())
      .addColumn('size_bytes', integer, (c) => c.notNull())
      .addColumn('modified_at', 'text', (c) => c.notNull())
      .addColumn('changed_ms', integer)
      .addColumn('cues', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('lyrics_work').on('lyrics').columns(['work_key', 'storage_key']).execute()
    await db.schema
      .createTable('track_lyrics')
      .addColumn('track_id', 'text', (c) => c.notNull().references('track.id').onDelete('cascade'))
      .addColumn('lyrics_key', integer, (c) => c.notNull().references('lyrics.key').onDelete('cascade'))
      .addColumn('position', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('track_lyrics_key', ['track_id', 'lyrics_key'])
      .execute()
    await db.schema.createIndex('track_lyrics_lyrics').on('track_lyrics').column('lyrics_key').execute()
    // The choice is stored by path, which survives when a file is read again. A path may be too long for a PostgreSQL key.
    await db.schema
      .createTable('lyrics_choice')
      .addColumn('track_id', 'text', (c) => c.notNull().references('track.id').onDelete('cascade'))
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('is_chosen', integer, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('lyrics_choice_track').on('lyrics_choice').column('track_id').execute()
    await db.schema.alterTable('work').addColumn('lyrics_languages', integer).execute()
  },
})
