import { crc32 } from 'node:zlib'
import { workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { eachEngine } from '../../testing/engines.ts'
import { sound } from '../library/testing/library.ts'
import { type MigrationFixture, migrationFixture, noon } from './testing/migration-fixture.ts'
import { oldHash, stateOf } from './testing/old-kikoeru.ts'

const admin = { name: 'haruka', password: oldHash('quiet moss 1'), group: 'administrator' }
const _listener = { name: 'midori', password: oldHash('paper boat 2'), group: 'user' }
const at = '2024-05-06 07:08:09'
const _atMs = Date.UTC(2024, 4, 6, 7, 8, 9)

eachEngine((engine) => {
  let database: Database
  let m: MigrationFixture
  beforeEach(async () => {
    database = await engine.open()
  })
  afterEach(async () => {
    m.remove()
    await database.close()
  })

  const _marks = () =>
    database.read
      .selectFrom('mark')
      .innerJoin('user', 'user.key', 'mark.user_key')
      .select(['username', 'work_key', 'state', 'state_ms', 'rating', 'note', 'note_ms'])
      .orderBy('work_key')
      .orderBy('username')
      .execute()
  const trackAt = async (path: string) =>
    (await database.read.selectFrom('track').select('id').where('path', '=', path).executeTakeFirstOrThrow())
      .id

  describe('ValoHalo 0.7', () => {
    test('own works, edits, playlists, collections and what is archived come over', async () => {
      m = migrationFixture(database, 'valohalo')
      const { old, library } = m
      for (const path of [
        'RJ90000001 rain/1.wav',
        'RJ90000001 rain/cd 2/1.wav',
        'my radio CC000007/talk.wav',
      ])
        library.put(path, sound(path))
      const custom = 3 * 10 ** 12
      old.insert('t_user', admin)
      old.insert(
        't_circle',
        { id: 12345, name: 'Quiet Room' },
        { id: -1, name: 'My Circle' },
        { id: 0, name: '' },
      )
      old.insert(
        't_work',
        {
          id: 90000001,
          root_folder: 'voices',
          dir: 'RJ90000001 rain',
          title: 'Rain, my title',
          circle_id: -1,
          nsfw: 1,
          is_custom_meta: 1,
        },
        {
          id: custom + 7,
          root_folder: 'voices',
          dir: 'my radio CC000007',
          title: 'My Radio',
          circle_id: -1,
          nsfw: 0,
        },
        { id: custom + 8, root_folder: 'voices', dir: 'elsewhere CC000008', title: 'Gone', circle_id: 0 },
        { id: 10 ** 12 + 123456, title: 'A book', circle_id: 0 },
        { id: 2 * 10 ** 12 + 1234567, title: 'A game', circle_id: 0 },
        { id: 9 * 10 ** 12 + 1, title: 'What is this', circle_id: 0 },
      )
      old.insert(
        't_playlist',
        { id: 1, user_name: 'haruka', name: 'Night', updated_at: at },
        { id: 2, user_name: 'x', name: 'Y' },
      )
      const item = (
        playlist_id: number,
        work_id: number,
        relative_path: string | null,
        position: number,
      ) => ({ playlist_id, work_id, relative_path, title: 'a title', position })
      old.insert(
        't_playlist_item',
        item(1, custom + 7, 'talk.wav', 2),
        item(1, 90000001, 'cd 2\\1.wav', 1),
        item(1, 90000001, 'gone/9.wav', 3),
        item(1, 90000099, '1.wav', 4),
        item(1, 90000001, null, 5),
        item(2, 90000001, '1.wav', 1),
        item(77, 90000001, '1.wav', 1),
      )
      old.insert('t_work_collection', { id: 1, user_name: 'haruka', name: 'Rainy', updated_at: at })
      old.insert('t_work_collection_item', { collection_id: 1, work_id: 90000001, position: 0 })
      old.insert('t_work_user_state', { user_name: 'haruka', work_id: 90000001, archived_at: at })
      old.insert('t_bookmark', {
        user_name: 'haruka',
        work_id: 90000001,
        relative_path: '1.wav',
        seconds: 3,
        name: 'here',
        note: '',
      })
      const report = await m.move()
      expect(report.tables).toMatchObject({
        t_work: { read: 6, carried: 4, present: 0, unmatched: 2 },
        t_playlist: { read: 2, carried: 1, unmatched: 1 },
        t_playlist_item: { read: 7, carried: 3, unmatched: 4 },
        t_work_collection: { read: 1, carried: 1 },
        t_work_collection_item: { read: 1, carried: 1 },
        t_work_user_state: { read: 1, carried: 1 },
        t_bookmark: { read: 1, carried: 1 },
        rootFolders: { read: 1, carried: 1 },
      })
      const works = await m.library.works()
      const own = works.find(({ id }) => id.startsWith('KD'))
      expect(own).toMatchObject({ name: 'My Radio', in_library: 1 })
      expect(works.map(({ id }) => id)).toEqual([own?.id, 'RJ90000001', 'BJ123456', 'VJ01234567'])
      const locks = await database.read
        .selectFrom('work_lock')
        .select(['work_key', 'field', 'user_key'])
        .orderBy('work_key')
        .orderBy('field')
        .execute()
      expect(locks.map(({ work_key, field, user_key }) => [work_key === own?.key, field, user_key])).toEqual([
        [true, 'maker', null],
        [true, 'name', null],
        [false, 'maker', null],
        [false, 'name', null],
      ])
      const items = await database.read
        .selectFrom('playlist_item')
        .innerJoin('playlist', 'playlist.key', 'playlist_item.playlist_key')
        .select(['name', 'work_key', 'track_id', 'title'])
        .orderBy('name')
        .orderBy('position')
        .execute()
      const rain = workKeyOf('RJ90000001')
      expect(items).toMatchObject([
        { name: 'Night', work_key: rain, track_id: await trackAt('RJ90000001 rain/cd 2/1.wav') },
        { name: 'Night', work_key: own?.key, track_id: await trackAt('my radio CC000007/talk.wav') },
        { name: 'Night', work_key: rain, title: 'a title' },
        { name: 'Rainy', work_key: rain, track_id: '' },
      ])
      // The missing file is found again, with the ID that the playlist item refers to.
      library.put('RJ90000001 rain/gone/9.wav', sound('nine'))
      await library.scan()
      expect(await trackAt('RJ90000001 rain/gone/9.wav')).toBe(items[2]?.track_id)
      await m.moveAgain()
    })

    test('what was decided here is not undone by a second run', async () => {
      m = migrationFixture(database, 'valohalo')
      m.old.insert('t_user', admin)
      m.old.insert('t_work', { id: 90000001, title: 'Theirs', is_custom_meta: 1 })
      m.old.insert('t_review', {
        user_name: 'haruka',
        work_id: 90000001,
        rating: 2,
        review_text: 'old',
        updated_at: at,
      })
      await m.move()
      await database.write.updateTable('work').set({ name: 'Ours' }).execute()
      await database.write.updateTable('mark').set({ rating: 5, rating_ms: noon.getTime() }).execute()
      await m.moveAgain()
    })
  })

  describe('Kikoenai', () => {
    test('files are known by their hash, with and without what the old server noted', async () => {
      m = migrationFixture(database, 'kikoenai')
      const { old, library } = m
      const [one, two] = [sound('one'), sound('two')]
      library.put('RJ90000001 rain/1.wav', one)
      library.put('RJ90000001 rain/2 renamed.wav', two)
      const hashes = [one, two].map((bytes) => crc32(bytes).toString(16).padStart(8, '0'))
      old.insert('t_user', admin)
      old.insert('t_circle', { id: 'uuid', name: 'Quiet Room' })
      old.insert(
        't_work',
        {
          id: '90000001',
          root_folder: 'voices',
          dir: 'RJ90000001 rain',
          title: 'Rain',
          circle_id: 'uuid',
          memo: JSON.stringify({ contentHash: { '1.wav': hashes[0] } }),
        },
        { id: 'd_215444', title: 'Of another shop' },
      )
      const track = (track_key: string | undefined, seconds: number, completed: number) => ({
        user_name: 'haruka',
        work_id: '90000001',
        track_key: track_key ?? '',
        seconds,
        completed,
        updated_at: at,
      })
      old.insert(
        't_track_progress',
        track(hashes[0]?.toUpperCase(), 12, 1),
        track(hashes[1], 34, 0),
        track('ffffffff', 1, 0),
      )
      old.insert('t_play_history', {
        user_name: 'haruka',
        work_id: '90000001',
        state: stateOf([{ title: 'x', contentHash: hashes[1] }], 0),
        updated_at: at,
      })
      const report = await m.move()
      expect(report.tables).toMatchObject({
        t_work: { read: 2, carried: 1, unmatched: 1 },
        t_track_progress: { read: 3, carried: 2, unmatched: 1 },
        t_play_history: { read: 1, carried: 1 },
      })
      const [first, second] = [
        await trackAt('RJ90000001 rain/1.wav'),
        await trackAt('RJ90000001 rain/2 renamed.wav'),
      ]
      const heard = await database.read
        .selectFrom('track_progress')
        .select(['track_id', 'position_ms', 'is_finished'])
        .orderBy('position_ms')
        .execute()
      expect(heard).toEqual([
        { track_id: first, position_ms: 12_000, is_finished: 1 },
        { track_id: second, position_ms: 34_000, is_finished: 0 },
      ])
      expect(await m.rows('progress')).toMatchObject([[{ track_id: second, position_ms: 34_000 }]])
      await m.moveAgain()
    })
  })
})
