import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { eachEngine } from '../../testing/engines.ts'
import { sound } from '../library/testing/library.ts'
import { type MigrationFixture, migrationFixture } from './testing/migration-fixture.ts'
import { oldHash, stateOf } from './testing/old-kikoeru.ts'

const admin = { name: 'haruka', password: oldHash('quiet moss 1'), group: 'administrator' }
const listener = { name: 'midori', password: oldHash('paper boat 2'), group: 'user' }
const at = '2024-05-06 07:08:09'
const atMs = Date.UTC(2024, 4, 6, 7, 8, 9)

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

  const marks = () =>
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

  describe('kikoeru 0.6', () => {
    test('works, accounts, ratings, notes and states come over, and a second run changes nothing', async () => {
      m = migrationFixture(database, 'project')
      const { old } = m
      old.insert('t_circle', { id: 12345, name: 'Quiet Room' })
      old.insert('t_tag', { id: 56, name: '癒し' })
      old.insert('t_va', { id: 'uuid-of-a-name', name: '上田麗奈' })
      old.insert('t_work', {
        id: 90000001,
        root_folder: 'voices',
        dir: 'RJ90000001 rain',
        title: '雨の図書館',
        circle_id: 12345,
        nsfw: 0,
        release: '2024-02-30',
        dl_count: 12,
        price: 460,
        rate_average_2dp: 4.87,
      })
      old.insert('t_work', { id: 123456, title: '夜', circle_id: 12345, nsfw: 1, release: '2020-01-02' })
      old.insert('r_tag_work', { tag_id: 56, work_id: 90000001 }, { tag_id: 999, work_id: 90000001 })
      old.insert('r_va_work', { va_id: 'uuid-of-a-name', work_id: 90000001 })
      old.insert('t_user', admin, listener)
      old.insert(
        't_review',
        {
          user_name: 'haruka',
          work_id: '90000001',
          rating: 5,
          review_text: ' よい ',
          progress: 'listened',
          updated_at: at,
        },
        {
          user_name: 'midori',
          work_id: '123456',
          rating: null,
          review_text: null,
          progress: 'replay',
          updated_at: at,
        },
        {
          user_name: 'midori',
          work_id: '90000001',
          rating: 9,
          review_text: '',
          progress: 'asleep',
          updated_at: 'never',
        },
        {
          user_name: 'nobody',
          work_id: '90000001',
          rating: 1,
          review_text: '',
          progress: null,
          updated_at: at,
        },
        {
          user_name: 'haruka',
          work_id: '99999999',
          rating: 1,
          review_text: '',
          progress: null,
          updated_at: at,
        },
      )
      const report = await m.move()
      expect(report.tables).toMatchObject({
        t_work: { read: 2, carried: 2, unmatched: 0 },
        t_user: { read: 2, carried: 2 },
        t_review: { read: 5, carried: 2, present: 1, unmatched: 2 },
      })
      expect(report.unmatched).toEqual([
        { table: 't_review', name: 'nobody/RJ90000001', reason: 'noAccount' },
        { table: 't_review', name: 'haruka/RJ99999999', reason: 'workUnknown' },
      ])
      expect(await m.library.works()).toMatchObject([
        { id: 'RJ123456', name: '夜', age_category: 'r18', released_on: '2020-01-02', origin: 'migration' },
        {
          id: 'RJ90000001',
          name: '雨の図書館',
          age_category: 'r15',
          released_on: null,
          sales: 12,
          price: 460,
          rating: 487,
        },
      ])
      const named = await m.rows('maker', 'genre', 'artist')
      expect(named.flat()).toMatchObject([
        { id: 'RG12345', name: 'Quiet Room' },
        { id: '56', name: '癒し' },
        { name: '上田麗奈' },
      ])
      expect(await marks()).toMatchObject([
        {
          username: 'midori',
          work_key: workKeyOf('RJ123456'),
          state: 'finished',
          state_ms: atMs,
          rating: null,
        },
        { username: 'haruka', state: 'finished', rating: 5, note: 'よい', note_ms: atMs },
      ])
      expect(await m.rows('own_tag')).toMatchObject([[{ name: 'replay' }]])
      await m.moveAgain()
    })

    test('without a configuration, folders are those that somebody names', async () => {
      m = migrationFixture(database, 'project')
      rmSync(join(m.old.folder, 'config'), { recursive: true })
      const { tables } = await m.move({ roots: new Map([['voices', m.library.root]]) })
      expect(tables).toEqual({ rootFolders: { read: 1, carried: 1, present: 0, unmatched: 0 } })
    })
  })

  describe('Number178 0.6', () => {
    test('positions are found by folder and title, by title, and by where the file stood', async () => {
      m = migrationFixture(database, 'number178')
      const { old, library } = m
      for (const name of ['01 a.wav', 'bonus/02 b.wav', 'bonus/10 c.wav'])
        library.put(`shelf/RJ90000001 rain/${name}`, sound(name))
      library.put('shelf/RJ90000002 wind/new name.wav', sound('renamed'))
      library.put('shelf/RJ90000002 wind/0 read me.txt', 'words')
      old.insert('t_user', admin, listener)
      for (const [n, dir] of ['RJ90000001 rain', 'RJ90000002 wind'].entries())
        old.insert('t_work', {
          id: 90000001 + n,
          root_folder: 'voices',
          dir: `shelf/${dir}`,
          title: dir,
          memo: '{',
        })
      const node = (title: string, more: object = {}) => ({
        type: 'audio',
        title,
        hash: '90000001/0',
        ...more,
      })
      const play = (user_name: string, work_id: number, state: string, updated_at = at) => ({
        user_name,
        work_id,
        state,
        created_at: null,
        updated_at,
      })
      old.insert(
        't_play_histroy',
        play(
          'haruka',
          90000001,
          stateOf([node('01 a.wav'), node('10 c.wav', { subtitle: 'bonus' })], 1, 61.5),
        ),
        play('midori', 90000001, stateOf([node('02 b.wav')], 0, 7)),
        play('haruka', 90000002, stateOf([node('old name.wav', { hash: '90000002/1' })], 0, 3)),
        play('midori', 90000002, 'no json'),
        play('midori', 90000003, stateOf([node('x')], 0, 1)),
        play('haruka', 90000001, stateOf([], 0, 1), 'some day'),
      )
      old.insert('t_review', {
        user_name: 'haruka',
        work_id: '90000001',
        progress: 'listened',
        updated_at: '2024-01-01 00:00:00',
      })
      const report = await m.move()
      expect(report.tables.t_play_histroy).toEqual({ read: 6, carried: 3, present: 0, unmatched: 3 })
      expect(report.unmatched.map(({ reason }) => reason)).toEqual([
        'unreadable',
        'workUnknown',
        'nothingPlayed',
      ])
      const progress = await database.read
        .selectFrom('progress')
        .select(['track_id', 'position_ms', 'updated_ms'])
        .orderBy('position_ms')
        .execute()
      expect(progress).toEqual([
        {
          track_id: await trackAt('shelf/RJ90000002 wind/new name.wav'),
          position_ms: 3_000,
          updated_ms: atMs,
        },
        {
          track_id: await trackAt('shelf/RJ90000001 rain/bonus/02 b.wav'),
          position_ms: 7_000,
          updated_ms: atMs,
        },
        {
          track_id: await trackAt('shelf/RJ90000001 rain/bonus/10 c.wav'),
          position_ms: 61_500,
          updated_ms: atMs,
        },
      ])
      // It was played after it was marked, and was still finished there.
      expect(await marks()).toMatchObject([{ state: 'finished', state_ms: atMs }])
      await m.moveAgain()
    })
  })
})
