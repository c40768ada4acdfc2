/** A SQLite file with a generated catalog, cached between runs, with every index that helps the SQL rivals. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { workKeyOf } from '@koedana/contract/values.ts'
import { migrate } from '@koedana/server/db/migrate.ts'
import { openDatabase } from '@koedana/server/db/open.ts'
import { sqliteFile } from '@koedana/server/db/sqlite-file.ts'
import SqliteDatabase from 'better-sqlite3'
import { generateWorks } from './generate.ts'

/** Returns the data folder of the catalog, which is generated if it is not cached. */
export async function filledFolder(works: number): Promise<string> {
  const folder = join(import.meta.dirname, '..', '.cache', 'bench', `catalogue-${works}-v4`)
  if (existsSync(sqliteFile(folder))) return folder
  console.log(`Generating ${works} works …`)
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const database = await openDatabase({ folder: unfinished })
  await migrate(database)
  await database.close()
  fillTables(sqliteFile(unfinished), works)
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
  return folder
}

const kinds = {
  maker: 'maker',
  series: 'series',
  artist: 'artist',
  illustrator: 'illustrator',
  genre: 'genre',
} as const
const now = '2026-01-01T00:00:00.000Z'
const numbers = [
  'price',
  'sales',
  'wishlist_count',
  'rating',
  'rating_count',
  'review_count',
  'duration_seconds',
]

function fillTables(file: string, works: number): void {
  const db = new SqliteDatabase(file)
  db.pragma('foreign_keys = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -1000000')
  const indexes = dropIndexes(db)
  const entities = Object.fromEntries(Object.values(kinds).map((kind) => [kind, entityWriter(db, kind)]))
  const work = db.prepare(
    `insert into work (key, id, name, age_category, ${numbers.join()}, released_on, availability, maker_key, series_key,
      edition_of_key, created_at, updated_at) values (${new Array(numbers.length + 11).fill('?').join()})`,
  )
  const links = Object.fromEntries(
    ['artist', 'illustrator', 'genre'].map((kind) => [
      kind,
      db.prepare(`insert into work_${kind} values (?, ?, ?)`),
    ]),
  )
  const language = db.prepare('insert into work_language values (?, ?)')
  db.exec('begin')
  for (const one of generateWorks(works)) {
    const key = workKeyOf(one.id)
    const created = new Date(Date.UTC(2026, 0, 1) + (key % 1_000_003) * 1000).toISOString()
    work.run(
      key,
      one.id,
      one.name,
      one.ageCategory,
      one.price,
      one.sales,
      one.wishlistCount,
      one.rating == null ? null : Math.round(one.rating * 100),
      one.ratingCount,
      one.reviewCount,
      one.duration,
      one.releaseDate,
      'on_sale',
      one.maker && entities.maker!(one.maker),
      one.series && entities.series!(one.series),
      one.editionOf ? workKeyOf(one.editionOf) : null,
      created,
      created,
    )
    for (const kind of ['artist', 'illustrator', 'genre'] as const) {
      one[`${kind}s`]?.forEach((entity, position) => {
        links[kind]!.run(key, entities[kind]!(entity), position)
      })
    }
    for (const spoken of one.languages ?? []) language.run(key, spoken)
  }
  db.exec('commit')
  for (const sql of indexes) db.exec(sql)
  if (works <= maxWorksForSql) createIndexes(db)
  db.close()
}

/** SQL is not compared over more works, and its indexes would take longer than everything else. */
const maxWorksForSql = 1_000_000

/** Drops all indexes and returns the statements that create them: sorting once at the end is faster than maintaining them. */
function dropIndexes(db: SqliteDatabase.Database): string[] {
  const made = db
    .prepare<[], { name: string; sql: string }>(
      `select name, sql from sqlite_master where type = 'index' and sql is not null`,
    )
    .all()
  for (const { name } of made) db.exec(`drop index "${name}"`)
  return made.map(({ sql }) => sql)
}

function entityWriter(db: SqliteDatabase.Database, table: string) {
  const keys = new Map<string, number>()
  const insert = db.prepare(
    `insert into ${table} (id, name, created_at, updated_at) values (?, ?, '${now}', '${now}')`,
  )
  return ({ id, name }: { id: string; name: string }) => {
    const known = keys.get(id)
    if (known !== undefined) return known
    const key = Number(insert.run(id, name).lastInsertRowid)
    keys.set(id, key)
    return key
  }
}

function createIndexes(db: SqliteDatabase.Database): void {
  for (const kind of ['artist', 'illustrator', 'genre']) {
    db.exec(`create index bench_${kind} on work_${kind} (entity_key, work_key)`)
  }
  for (const column of [...numbers, 'released_on', 'created_at', 'updated_at', 'added_at']) {
    db.exec(`create index bench_${column} on work (${column} desc, key)`)
  }
  for (const column of ['price', 'released_on']) {
    db.exec(`create index bench_rising_${column} on work ((${column} is null), ${column}, key)`)
  }
  for (const column of ['maker_key', 'series_key', 'age_category']) {
    db.exec(`create index bench_${column} on work (${column})`)
  }
  db.exec('create index bench_group on work (coalesce(edition_of_key, key))')
  db.exec('create index bench_language on work_language (language, work_key)')
  db.exec('analyze')
}
