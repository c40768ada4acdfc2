/** Old servers for tests: a folder with a database as each generation has it, in a schema of our own. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'

export type Generation = 'project' | 'number178' | 'valohalo' | 'kikoenai'

export const oldSecret = 'a secret of that server'
export const oldHash = (password: string) => createHash('md5').update(`${password}${oldSecret}`).digest('hex')

type Value = string | number | null
export type OldTableRow = Readonly<Record<string, Value>>

export interface OldServer {
  readonly folder: string
  readonly database: SqliteDatabase.Database
  readonly insert: (table: string, ...rows: readonly OldTableRow[]) => void
  readonly close: () => void
}

/** Writes the configuration and an empty database to the folder. */
export function createOldServer(
  folder: string,
  generation: Generation,
  rootFolders: readonly { readonly name: string; readonly path: string }[] = [],
): OldServer {
  for (const name of ['sqlite', 'config']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'config', 'config.json'), JSON.stringify({ rootFolders, md5secret: oldSecret }))
  const database = new SqliteDatabase(join(folder, 'sqlite', 'db.sqlite3'))
  database.pragma('journal_mode = WAL')
  database.exec(tablesOf(generation).join(';\n'))
  const insert: OldServer['insert'] = (table, ...rows) => {
    database.transaction(() => {
      for (const row of rows) {
        const columns = Object.keys(row)
        const placeholders = columns.map(() => '?').join()
        const quoted = columns.map((column) => `"${column}"`).join()
        database
          .prepare(`insert into ${table} (${quoted}) values (${placeholders})`)
          .run(...Object.values(row))
      }
    })()
  }
  insert('knex_migrations', { name: `of ${generation}` })
  return { folder, database, insert, close: () => database.close() }
}

const times = 'created_at datetime default current_timestamp, updated_at datetime default current_timestamp'

function tablesOf(generation: Generation): string[] {
  const id = generation === 'kikoenai' ? 'varchar(255)' : generation === 'project' ? 'integer' : 'bigint'
  const entity = generation === 'kikoenai' ? 'varchar(255)' : 'integer'
  const work = [
    `id ${id} primary key`,
    'root_folder varchar(255)',
    'dir varchar(255)',
    'title varchar(255)',
    `circle_id ${entity}`,
    'nsfw boolean',
    'release varchar(255)',
    'dl_count integer',
    'price integer',
    'review_count integer',
    'rate_count integer',
    'rate_average_2dp float',
    'rate_count_detail text',
    'rank text',
    ...(generation === 'project'
      ? []
      : ['created_at datetime', 'updated_at datetime', "memo json default '{}'"]),
    ...(generation === 'number178' ? ['lyric_status text'] : []),
    ...(generation === 'valohalo'
      ? ['lyric_status text', 'original_work_id bigint', 'is_custom_meta boolean default 0']
      : []),
  ]
  return [
    'create table knex_migrations (id integer primary key, name varchar(255), batch integer)',
    `create table t_work (${work.join()})`,
    ...['t_circle', 't_tag', 't_va'].map(
      (table) =>
        `create table ${table} (id ${table === 't_va' ? 'varchar(255)' : entity} primary key, name varchar(255))`,
    ),
    `create table r_tag_work (tag_id ${entity}, work_id ${id})`,
    `create table r_va_work (va_id varchar(255), work_id ${id})`,
    'create table t_user (name varchar(255) primary key, password varchar(255), "group" varchar(255))',
    `create table t_review (user_name varchar(255), work_id varchar(255), rating integer, review_text varchar(255),
       progress varchar(255), ${times}, primary key (user_name, work_id))`,
    ...laterTables(generation, id),
  ]
}

function laterTables(generation: Generation, id: string): string[] {
  if (generation === 'project') return []
  const history = generation === 'kikoenai' ? 't_play_history' : 't_play_histroy'
  const played = `create table ${history} (user_name varchar(255), work_id ${id}, state json, ${times})`
  if (generation === 'number178') return [played]
  if (generation === 'kikoenai')
    return [
      played,
      `create table t_track_progress (user_name varchar(255), work_id ${id}, track_key varchar(255), seconds float,
         completed boolean, ${times})`,
      'create table t_session (id varchar(255))',
    ]
  return [
    played,
    `create table t_playlist (id integer primary key, user_name varchar(255), name varchar(80), ${times})`,
    `create table t_playlist_item (id integer primary key, playlist_id integer, work_id ${id}, relative_path text,
       title varchar(512), work_title varchar(512), position integer)`,
    `create table t_work_collection (id integer primary key, user_name varchar(255), name varchar(80), ${times})`,
    `create table t_work_collection_item (id integer primary key, collection_id integer, work_id ${id},
       position integer, created_at datetime)`,
    `create table t_work_user_state (user_name varchar(255), work_id ${id}, archived_at datetime)`,
    `create table t_bookmark (id integer primary key, user_name varchar(255), work_id ${id}, relative_path text,
       seconds integer, name varchar(120), note varchar(500))`,
    'create table t_scan_failure (id integer primary key)',
  ]
}

/** Returns a player state as that server stores it. */
export const stateOf = (queue: readonly object[], index: number, seconds?: number): string =>
  JSON.stringify({ queue, index, ...(seconds !== undefined && { seconds }) })
