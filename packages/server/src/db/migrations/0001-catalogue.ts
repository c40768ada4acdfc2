/** Creates the catalog, the files of the library, and the change feed. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    await createEntities(db, dialect)
    await createWork(db, dialect)
    await createLinks(db, dialect)
    await createLibrary(db, dialect)
    await createChange(db, dialect)
  },
})

async function createEntities(db: Kysely<unknown>, dialect: Dialect) {
  const { integer } = dialect
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
    .addColumn('genre_key', integer, (c) => c.notNull().references('genre.key').onDelete('cascade'))
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('genre_name_key', ['genre_key', 'locale'])
    .execute()
}

async function createWork(db: Kysely<unknown>, { integer }: Dialect) {
  await db.schema
    .createTable('work')
    .addColumn('key', integer, (c) => c.primaryKey())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('kana', 'text')
    .addColumn('age_category', 'text')
    .addColumn('price', integer)
    .addColumn('list_price', integer)
    .addColumn('sales', integer)
    .addColumn('wishlist_count', integer)
    .addColumn('rating', integer)
    .addColumn('rating_count', integer)
    .addColumn('review_count', integer)
    .addColumn('released_on', 'text')
    .addColumn('availability', 'text', (c) => c.notNull())
    .addColumn('maker_key', integer, (c) => c.references('maker.key'))
    .addColumn('series_key', integer, (c) => c.references('series.key'))
    .addColumn('edition_of_key', integer)
    .addColumn('duration_seconds', integer)
    .addColumn('cover_version', 'text')
    .addColumn('cover_thumbhash', 'text')
    .addColumn('in_library', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('has_lyrics', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('added_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('feed_hash', 'text')
    .execute()
  await db.schema.createIndex('work_edition_of').on('work').column('edition_of_key').execute()
}

/** Rows of one work are stored together, so a page of cards reads them with one lookup per work. */
async function createLinks(db: Kysely<unknown>, dialect: Dialect) {
  const { integer, clustered } = dialect
  for (const kind of ['artist', 'illustrator', 'genre']) {
    const draft = db.schema
      .createTable(`work_${kind}`)
      .addColumn('work_key', integer, (c) => c.notNull().references('work.key').onDelete('cascade'))
      .addColumn('entity_key', integer, (c) => c.notNull().references(`${kind}.key`))
      .addColumn('position', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint(`work_${kind}_key`, ['work_key', 'entity_key'])
    await clustered(draft).execute()
  }
  for (const [table, column] of [
    ['work_name', 'locale'],
    ['work_language', 'language'],
  ] as const) {
    const draft = db.schema
      .createTable(table)
      .addColumn('work_key', integer, (c) => c.notNull().references('work.key').onDelete('cascade'))
      .addColumn(column, 'text', (c) => c.notNull())
    const whole = table === 'work_name' ? draft.addColumn('name', 'text', (c) => c.notNull()) : draft
    await clustered(whole.addPrimaryKeyConstraint(`${table}_key`, ['work_key', column])).execute()
  }
  await db.schema
    .createTable('work_credit')
    .addColumn('work_key', integer, (c) => c.notNull().references('work.key').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('position', integer, (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('work_credit_key', ['work_key', 'role', 'position'])
    .execute()
}

async function createLibrary(db: Kysely<unknown>, dialect: Dialect) {
  const { integer } = dialect
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
    .addColumn('work_key', integer, (c) => c.notNull().references('work.key').onDelete('cascade'))
    .addColumn('storage_key', integer, (c) => c.notNull().references('storage.key'))
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('folder', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('position', integer, (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('size_bytes', integer, (c) => c.notNull())
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
  const { integer } = dialect
  await dialect
    .serialKey(db.schema.createTable('change'), 'seq')
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('key', integer, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('setting')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
}
