/**
 * Moves personal data from one work to another: positions and history with its files, marks with the work. If a user has data on both
 * works, the later one wins, and nothing only one of them has is lost. Runs inside `writeInTurn`.
 */
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../../../../db/changes.ts'
import { lockProgress } from '../../../../db/progress-lock.ts'
import type { Db } from '../../../../db/schema.ts'
import { chunksOf } from '../../../../db/statements.ts'
import type { WorkMove } from '../../../entities/work-aliases.store.ts'
import { maxListLength } from '../scan.store.ts'

type Condition = RawBuilder<unknown>

const always: Condition = sql`true`

/** The tables are ordered by user, so naming every user finds the rows of a work without a full scan. */
const whereWork = (work: number): Condition =>
  sql`user_key in (select key from ${sql.table('user')}) and work_key = ${work}`

const castKey = (work: number) => sql<number>`cast(${work} as bigint)`

export async function moveFileData(tx: Db, move: WorkMove, trackIds: readonly string[]): Promise<void> {
  for (const some of chunksOf(trackIds, maxListLength))
    await moveFileRows(tx, move, sql`track_id in (${sql.join(some)})`)
}

/** Moves all listening data of the work, and its tracks in playlists. */
export async function moveListening(tx: Db, move: WorkMove): Promise<void> {
  const { from, into } = move
  await moveFileRows(tx, move, sql`track_id <> ''`)
  await sql`insert into listening_hour (user_key, hour, work_key, listened_ms)
    select user_key, hour, ${castKey(into)}, listened_ms from listening_hour where ${whereWork(from)}
    on conflict (user_key, hour, work_key)
    do update set listened_ms = listening_hour.listened_ms + excluded.listened_ms`.execute(tx)
  await sql`delete from listening_hour where ${whereWork(from)}`.execute(tx)
}

async function moveFileRows(tx: Db, move: WorkMove, ofFiles: Condition): Promise<void> {
  if (isPostgres(tx)) await lockProgress(tx)
  const { from, into } = move
  const which = sql`${whereWork(from)} and ${ofFiles}`
  await incrementMarkRevisions(tx, from)
  await sql`insert into progress (user_key, work_key, revision, ${positions}, finished_ms)
    select user_key, ${castKey(into)}, revision, ${positions}, finished_ms from progress where ${which}
    on conflict (user_key, work_key) do update set
      revision = ${greatest('progress', 'revision')} + 1,
      finished_ms = case when excluded.finished_ms is null then progress.finished_ms
        when progress.finished_ms is null then excluded.finished_ms
        else ${greatest('progress', 'finished_ms')} end,
      ${sql.join(positionColumns.map(setLaterPosition))}`.execute(tx)
  await sql`delete from progress where ${which}`.execute(tx)
  await sql`insert into track_progress (user_key, work_key, track_id, position_ms, is_finished, updated_ms)
    select user_key, ${castKey(into)}, track_id, position_ms, is_finished, updated_ms
      from track_progress where ${which}
    on conflict (user_key, work_key, track_id) do update set
      position_ms = excluded.position_ms, is_finished = excluded.is_finished, updated_ms = excluded.updated_ms
      where excluded.updated_ms >= track_progress.updated_ms`.execute(tx)
  await sql`delete from track_progress where ${which}`.execute(tx)
  await sql`update play set work_key = ${into} where ${which}`.execute(tx)
  await sql`insert into bookmark (user_key, work_key, track_id, position_ms, title, created_ms)
    select user_key, ${castKey(into)}, track_id, position_ms, title, created_ms from bookmark where ${which}
    on conflict (user_key, work_key, track_id, position_ms) do update set
      title = excluded.title, created_ms = excluded.created_ms
      where excluded.created_ms > bookmark.created_ms`.execute(tx)
  await sql`delete from bookmark where ${which}`.execute(tx)
  await movePlaylistItems(tx, move, ofFiles)
}

const positionColumns = [
  'track_id',
  'position_ms',
  'play_id',
  'play_started_ms',
  'play_based_on',
  'device_id',
  'device_name',
  'rival_play_id',
  'updated_ms',
] as const

const positions = sql.join(positionColumns.map((column) => sql.ref(column)))

const setLaterPosition = (column: string) =>
  sql`${sql.ref(column)} = case when excluded.updated_ms >= progress.updated_ms
    then excluded.${sql.ref(column)} else progress.${sql.ref(column)} end`

const greatest = (table: string, column: string) =>
  sql`case when excluded.${sql.ref(column)} > ${sql.ref(`${table}.${column}`)}
    then excluded.${sql.ref(column)} else ${sql.ref(`${table}.${column}`)} end`

/** Moves playlist items. If a playlist has the same item of both works, one is kept. */
async function movePlaylistItems(tx: Db, { from, into }: WorkMove, which: Condition): Promise<void> {
  const ofPlaylists = sql`playlist_key in (select key from playlist) and work_key = ${from} and ${which}`
  await sql`update playlist_item as item set work_key = ${into} where ${ofPlaylists}
    and not exists (select 1 from playlist_item as other where other.playlist_key = item.playlist_key
      and other.work_key = ${into} and other.track_id = item.track_id)`.execute(tx)
  await sql`delete from playlist_item where ${ofPlaylists}`.execute(tx)
}

const wholeWork: Condition = sql`track_id = ''`

/** Moves favorites, marks, tags and the work in playlists, and records the users who had them. */
export async function moveMarks(tx: Db, move: WorkMove): Promise<void> {
  const { from } = move
  await incrementMarkRevisions(tx, from)
  await sql`insert into work_alias_user (old_key, user_key)
    select ${castKey(from)}, user_key from (${selectUsers(from)}) as marked where true
    on conflict (old_key, user_key) do nothing`.execute(tx)
  await copyUserMarks(tx, move, always)
  await sql`delete from favorite where ${whereWork(from)}`.execute(tx)
  await sql`delete from mark where ${whereWork(from)}`.execute(tx)
  await sql`delete from tagged_work where ${whereTaggedWork(from)}`.execute(tx)
  await movePlaylistItems(tx, move, wholeWork)
}

/** Copies marks to `into`, which has its files again, for users whose marks once moved from it. `from` keeps them too. */
export async function copyMarksBack(tx: Db, move: WorkMove): Promise<void> {
  const { from, into } = move
  const users = sql`select user_key from work_alias_user where old_key = ${into}`
  await incrementMarkRevisions(tx, from)
  await copyUserMarks(tx, move, sql`user_key in (${users})`)
  await sql`insert into playlist_item (playlist_key, id, position, work_key, track_id, title, duration_seconds)
    select playlist_key, id || '-', position, ${castKey(into)}, track_id, title, duration_seconds from playlist_item
    where playlist_key in (select key from playlist where user_key in (${users}))
      and work_key = ${from} and ${wholeWork}
    on conflict do nothing`.execute(tx)
}

const whereTaggedWork = (work: number): Condition =>
  sql`tag_key in (select key from own_tag) and work_key = ${work}`

async function copyUserMarks(tx: Db, { from, into }: WorkMove, ofUsers: Condition): Promise<void> {
  await sql`insert into favorite (user_key, work_key, added_at)
    select user_key, ${castKey(into)}, added_at from favorite where ${whereWork(from)} and ${ofUsers}
    on conflict (user_key, work_key) do update set added_at = excluded.added_at
      where excluded.added_at > favorite.added_at`.execute(tx)
  await sql`insert into mark (user_key, work_key, state, state_ms, rating, rating_ms, note, note_ms)
    select user_key, ${castKey(into)}, state, state_ms, rating, rating_ms, note, note_ms
      from mark where ${whereWork(from)} and ${ofUsers}
    on conflict (user_key, work_key) do update set
      ${setLaterMark('state')}, ${setLaterMark('rating')},
      note = case when excluded.note = '' or excluded.note = mark.note then mark.note
        when mark.note = '' then excluded.note
        when excluded.note_ms >= mark.note_ms then excluded.note || ${noteSeparator} || mark.note
        else mark.note || ${noteSeparator} || excluded.note end,
      note_ms = ${greatest('mark', 'note_ms')}`.execute(tx)
  await sql`insert into tagged_work (tag_key, work_key)
    select tag_key, ${castKey(into)} from tagged_work where ${whereTaggedWork(from)}
      and tag_key in (select key from own_tag where ${ofUsers})
    on conflict (tag_key, work_key) do nothing`.execute(tx)
}

const noteSeparator = sql`cast(${'\n\n'} as text)`

/** The later value wins, but a missing value never replaces an existing one. */
function setLaterMark(name: 'state' | 'rating') {
  const ms = `${name}_ms`
  const isLater = sql`(excluded.${sql.ref(name)} is not null and (mark.${sql.ref(name)} is null
    or excluded.${sql.ref(ms)} >= mark.${sql.ref(ms)}))`
  return sql.join(
    [name, ms].map(
      (column) =>
        sql`${sql.ref(column)} = case when ${isLater} then excluded.${sql.ref(column)} else mark.${sql.ref(column)} end`,
    ),
  )
}

const selectUsers = (work: number) => sql`
  select user_key from favorite where ${whereWork(work)}
  union select user_key from mark where ${whereWork(work)}
  union select user_key from own_tag where key in (select tag_key from tagged_work where ${whereTaggedWork(work)})
  union select user_key from playlist where key in (select playlist_key from playlist_item
    where playlist_key in (select key from playlist) and work_key = ${work})`

/** Makes every node reload the personal filter sets of these users, and blocks concurrent changes of their marks. */
async function incrementMarkRevisions(tx: Db, work: number): Promise<void> {
  await sql`insert into mark_revision (user_key, revision)
    select user_key, 1 from (${selectUsers(work)} union select user_key from progress where ${whereWork(work)}) as marked
    where true order by user_key
    on conflict (user_key) do update set revision = mark_revision.revision + 1`.execute(tx)
}

export async function hasPersonalData(db: Db, work: number): Promise<boolean> {
  const { rows } = await sql`select user_key from (${selectUsers(work)}
    union select user_key from progress where ${whereWork(work)}
    union select user_key from track_progress where ${whereWork(work)}
    union select user_key from play where ${whereWork(work)}
    union select user_key from bookmark where ${whereWork(work)}) as kept limit 1`.execute(db)
  return rows.length > 0
}
