/** The catalogue, the library's files, the change feed. */
import type { Kysely, Migration } from 'kysely'
import type { Dialect } from '../dialect.ts'

export const catalogue = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await createEntities(db, dialect)
    await createWork(db)
    await createLinks(db)
    await createLibrary(db, dialect)
    await createChange(db, dialect)
  },
})

async function createEntities(db: Kysely<unknown>, dialect: Dialect) {
  for (const table of ['maker', 'series', 'artist', 'illustrator', 'genre']) {
    await dialect
      .serialKey(db.schema.createTable(table), 'key')
      .addColumn('id', 'text', (c) => c.notNull().unique())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('kana', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute()
  }
  await db.schema
    .createTable('genre_name')
    .addColumn('genre_key', 'bigint', (c) => c.notNull().references('genre.key').onDelete('cascade'))
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('genre_name_key', ['genre_key', 'locale'])
    .execute()
}

async function createWork(db: Kysely<unknown>) {
  await db.schema
    .createTable('work')
    .addColumn('key', 'bigint', (c) => c.primaryKey())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('kana', 'text')
    .addColumn('age_category', 'text')
    .addColumn('price', 'bigint')
    .addColumn('list_price', 'bigint')
    .addColumn('sales', 'bigint')
    .addColumn('wishlist_count', 'bigint')
    .addColumn('rating', 'bigint')
    .addColumn('rating_count', 'bigint')
    .addColumn('review_count', 'bigint')
    .addColumn('released_on', 'text')
    .addColumn('availability', 'text', (c) => c.notNull())
    .addColumn('maker_key', 'bigint', (c) => c.references('maker.key'))
    .addColumn('series_key', 'bigint', (c) => c.references('series.key'))
    .addColumn('edition_of_key', 'bigint')
    .addColumn('duration_seconds', 'bigint')
    .addColumn('cover_version', 'text')
    .addColumn('cover_thumbhash', 'text')
    .addColumn('in_library', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('has_lyrics', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('added_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('feed_hash', 'text')
    .execute()
  await db.schema.createIndex('work_edition_of').on('work').column('edition_of_key').execute()
}

async function createLinks(db: Kysely<unknown>) {
  for (const kind of ['artist', 'illustrator', 'genre']) {
    await db.schema
      .createTable(`work_${kind}`)
      .addColumn('work_key', 'bigint', (c) => c.notNull().references('work.key').onDelete('cascade'))
      .addColumn('entity_key', 'bigint', (c) => c.notNull().references(`${kind}.key`))
      .addColumn('position', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint(`work_${kind}_key`, ['work_key', 'entity_key'])
      .execute()
  }
  for (const [table, column] of [
    ['work_name', 'locale'],
    ['work_language', 'language'],
  ] as const) {
    const draft = db.schema
      .createTable(table)
      .addColumn('work_key', 'bigint', (c) => c.notNull().references('work.key').onDelete('cascade'))
      .addColumn(column, 'text', (c) => c.notNull())
    await (table === 'work_name' ? draft.addColumn('name', 'text', (c) => c.notNull()) : draft)
      .addPrimaryKeyConstraint(`${table}_key`, ['work_key', column])
      .execute()
  }
  await db.schema
    .createTable('work_credit')
    .addColumn('work_key', 'bigint', (c) => c.notNull().references('work.key').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('work_credit_key', ['work_key', 'role', 'position'])
    .execute()
}

async function createLibrary(db: Kysely<unknown>, dialect: Dialect) {
  await dialect
    .serialKey(db.schema.createTable('storage'), 'key')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('root', 'text', (c) => c.notNull().unique())
    .addColumn('unknown_age_category', 'text', (c) => c.notNull())
    .addColumn('scanned_at', 'text')
    .execute()
  await db.schema
    .createTable('track')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('work_key', 'bigint', (c) => c.notNull().references('work.key').onDelete('cascade'))
    .addColumn('storage_key', 'bigint', (c) => c.notNull().references('storage.key'))
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('folder', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('size_bytes', 'bigint', (c) => c.notNull())
    .addColumn('modified_at', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('duration_seconds', 'double precision')
    .addColumn('lyrics_path', 'text')
    .addColumn('missing_at', 'text')
    .execute()
  await db.schema.createIndex('track_work').on('track').columns(['work_key', 'position']).execute()
  await db.schema.createIndex('track_storage').on('track').column('storage_key').execute()
}

async function createChange(db: Kysely<unknown>, dialect: Dialect) {
  await dialect
    .serialKey(db.schema.createTable('change'), 'seq')
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('key', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('setting')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
}
