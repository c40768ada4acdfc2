import { workKeyOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { migrate } from '../migrate.ts'

const work = (id: string) => ({
  key: workKeyOf(id),
  id,
  name: id,
  availability: 'on_sale' as const,
  origin: 'feed' as const,
  in_library: 0,
  has_lyrics: 0,
  created_at: '',
  updated_at: '',
})

/** The tables of this migration and those after it, each before what it refers to. */
const laterTables = [
  'passkey_challenge',
  'closed_play',
  'share',
  'provider_sign_in',
  'bookmark',
  'old_password',
  'saved_view',
  'home_page',
  'tagged_work',
  'own_tag',
  'playlist_item',
  'playlist',
  'drive_item',
  'drive_folder',
  'drive_root',
  'recording_pause',
  'listening_hour',
  'measured_sound',
  'scanned_work',
  'mark_revision',
  'mark',
  'drive_link',
  'drive_account',
  'drive_app',
  'lyrics_choice',
  'track_lyrics',
  'lyrics',
  'track_progress',
  'play',
  'progress',
  'audit',
  'entity_name_source',
  'entity_wording',
  'task_work',
  'announcement_read',
  'announcement',
  'follow',
  'entity_lock',
  'entity_alias',
  'work_edit',
  'work_lock',
  'work_source',
  'folder_finding',
  'work_file',
  'archive',
  'packed_work',
  'marketplace_record',
  'schedule',
  'task_line',
  'task_item',
  'task',
  'work_stats_daily',
  'attempt',
  'redemption',
  'access_key_platform',
  'access_key',
  'favorite',
  'session',
  'passkey',
  'identity',
  'app_password',
  'user_exclusion',
  'user',
]

const laterColumns = [
  ['change', 'bulk'],
  ['work', 'origin'],
  ['work', 'trashed_at'],
  ['storage', 'marker'],
  ['storage', 'name'],
  ['storage', 'options'],
  ['storage', 'secret'],
  ['storage', 'depth'],
  ['storage', 'ignored'],
  ['storage', 'delivery'],
  ['storage', 'enabled'],
  ['storage', 'health'],
  ['storage', 'health_since'],
  ['storage', 'last_scan'],
  ['storage', 'removed_at'],
  ['storage', 'watched'],
  ['storage', 'rescan_hours'],
  ['storage', 'watcher'],
  ['storage', 'watcher_until'],
  ['storage', 'watch_state'],
  ['storage', 'scan_wanted_at'],
  ['storage', 'used_bytes'],
  ['storage', 'total_bytes'],
  ['track', 'hash'],
  ['track', 'trashed_at'],
  ['track', 'changed_ms'],
  ['track', 'codec'],
  ['track', 'chapters'],
  ['track', 'chapters_from'],
  ['track', 'bit_depth'],
  ['track', 'sample_rate'],
  ['track', 'bitrate'],
  ['track', 'channels'],
  ['track', 'read_as'],
  ['work', 'lyrics_languages'],
] as const

eachEngine((engine) => {
  test('works that were here before begin their history with what is known of them', async () => {
    const database = await engine.open()
    const works = [{ ...work('RJ90000001'), rating: 489 }, work('RJ90000002')]
    for (const values of works) await database.write.insertInto('work').values(values).execute()
    for (const table of laterTables) await sql`drop table ${sql.table(table)}`.execute(database.write)
    for (const index of ['track_absent', 'track_path'])
      await sql`drop index ${sql.ref(index)}`.execute(database.write)
    for (const [table, column] of laterColumns) {
      await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(database.write)
    }
    await sql`delete from kysely_migration where name >= '0002'`.execute(database.write)
    await migrate(database)
    const rows = await database.read.selectFrom('work_stats_daily').selectAll().execute()
    expect(rows).toEqual([
      {
        work_key: workKeyOf('RJ90000001'),
        day: expect.any(Number),
        price: null,
        sales: null,
        wishlist_count: null,
        rating: 489,
        rating_count: null,
        review_count: null,
      },
    ])
    await database.close()
  })
})
