/**
 * The tables, one type for both engines. Portable columns only: text, integer (64 bit), flags as 0/1.
 * Instants are fixed-width UTC text, dates `YYYY-MM-DD`, money yen, ratings hundredths, durations seconds.
 */
import type { EntityKind, Platform } from '@koedana/contract/values.ts'
import { CompiledQuery, type Generated, type Kysely } from 'kysely'
import type { Dialect } from './dialect.ts'
import type {
  AccessKeyTable,
  AttemptTable,
  FavoriteTable,
  FollowTable,
  RedemptionTable,
  SessionTable,
  UserExclusionTable,
  UserTable,
} from './tables/accounts.ts'
import type { AnnouncementTable } from './tables/announcements.ts'
import type { AuditTable } from './tables/audit.ts'
import type { EntityLink, EntityTable, WorkStatsTable, WorkTable } from './tables/catalogue.ts'
import type {
  EntityAliasTable,
  EntityTellerTable,
  EntityWordingTable,
  WorkEditTable,
  WorkLockTable,
  WorkSourceTable,
} from './tables/editing.ts'
import type { PackedWorkTable, StorageTable, TrackTable } from './tables/library.ts'
import type {
  MarketplaceRecordTable,
  ScheduleTable,
  TaskItemTable,
  TaskLineTable,
  TaskTable,
  TaskWorkTable,
} from './tables/tasks.ts'

export interface Schema {
  work: WorkTable
  work_name: { work_key: number; locale: string; name: string }
  work_language: { work_key: number; language: string }
  work_artist: EntityLink
  work_illustrator: EntityLink
  work_genre: EntityLink
  work_credit: { work_key: number; role: 'writer' | 'musician'; position: number; name: string }
  maker: EntityTable
  series: EntityTable
  artist: EntityTable
  illustrator: EntityTable
  genre: EntityTable
  genre_name: { genre_key: number; locale: string; name: string }
  storage: StorageTable
  track: TrackTable
  packed_work: PackedWorkTable
  work_stats_daily: WorkStatsTable
  user: UserTable
  user_exclusion: UserExclusionTable
  session: SessionTable
  favorite: FavoriteTable
  access_key: AccessKeyTable
  access_key_platform: { access_key_key: number; platform: Platform }
  redemption: RedemptionTable
  attempt: AttemptTable
  work_source: WorkSourceTable
  work_lock: WorkLockTable
  work_edit: WorkEditTable
  entity_alias: EntityAliasTable
  entity_wording: EntityWordingTable
  entity_teller: EntityTellerTable
  entity_lock: { kind: EntityKind; entity_key: number }
  marketplace_record: MarketplaceRecordTable
  follow: FollowTable
  task: TaskTable
  task_item: TaskItemTable
  task_work: TaskWorkTable
  task_line: TaskLineTable
  schedule: ScheduleTable
  announcement: AnnouncementTable
  announcement_read: { announcement_key: number; user_key: number; read_at: string }
  audit: AuditTable
  change: ChangeTable
  setting: { name: string; value: string }
}

export type Db = Kysely<Schema>

/** What changed, in the order of commits; the read index and the caches follow it. */
export interface ChangeTable {
  seq: Generated<number>
  /**
   * `user`: role, status, ceiling, choices or sessions of an account; `site`, key 0: the settings of this server;
   * `works`, key 0: more works than a change each is worth, and nobody says which.
   */
  subject: 'work' | 'works' | EntityKind | 'user' | 'site'
  key: number
  /** 1 where an import, a scan or a task wrote it, 0 where a person waits for it. */
  bulk: Generated<number>
}

/** Which table holds each kind, and which table ties it to works (makers and series sit on the work itself). */
export const entityTables = {
  makers: 'maker',
  series: 'series',
  artists: 'artist',
  illustrators: 'illustrator',
  genres: 'genre',
} as const satisfies Record<EntityKind, keyof Schema>

/**
 * Many rows in few statements. The builder spends more on a statement of ten thousand values than the database does,
 * so the text is put together here; names come from our own code, values always travel as parameters.
 */
export interface Insert {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** What follows `on conflict`. */
  readonly onConflict?: string
}

/** Larger statements are no faster, and on SQLite each size is prepared anew. */
const valuesPerStatement = 12_000

export async function insertRows({ dialect }: { dialect: Dialect }, tx: Db, insert: Insert): Promise<void> {
  const { columns, rows } = insert
  const perStatement = Math.floor(valuesPerStatement / columns.length)
  const spell = dialect.name === 'sqlite' ? asValues : asDocument
  for (let start = 0; start < rows.length; start += perStatement) {
    const { text, values } = spell(insert, rows.slice(start, start + perStatement))
    const tail = insert.onConflict ? ` on conflict ${insert.onConflict}` : ''
    await tx.executeQuery(CompiledQuery.raw(text + tail, [...values]))
  }
}

interface Spelt {
  readonly text: string
  readonly values: readonly unknown[]
}

function asValues({ table, columns }: Insert, rows: Insert['rows']): Spelt {
  const row = `(${new Array(columns.length).fill('?').join()})`
  return {
    text: `insert into ${table} (${columns.join()}) values ${new Array(rows.length).fill(row).join()}`,
    values: rows.flatMap((one) => columns.map((column) => one[column])),
  }
}

/** PostgreSQL is slow to hear thousands of parameters: it is given one document, and knows the types of its columns. */
function asDocument({ table, columns }: Insert, rows: Insert['rows']): Spelt {
  const names = columns.join()
  const document = JSON.stringify(rows, [...columns])
  return {
    text: `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`,
    values: [document],
  }
}

/** A list in pieces that fit one statement. */
export function* chunksOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
