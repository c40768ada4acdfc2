import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { eachEngine } from '../../testing/engines.ts'
import { createTestLibrary, sound, type TestLibrary } from '../library/testing/library.ts'
import { importAudiobookshelf } from './import-old-server.ts'
import { everything, migrationFixture, noon } from './testing/migration-fixture.ts'
import { oldHash } from './testing/old-kikoeru.ts'

const tables = [
  'create table users (id uuid primary key, username text, pash text, bookmarks json)',
  'create table libraryItems (id uuid primary key, path text, relPath text, mediaId uuid, mediaType text)',
  'create table books (id uuid primary key, title text, audioFiles json)',
  `create table mediaProgresses (id uuid primary key, userId uuid, mediaItemId uuid, mediaItemType text, duration float,
     currentTime float, isFinished boolean, finishedAt datetime, createdAt datetime, updatedAt datetime)`,
]
const at = '2025-01-02 03:04:05.678 +00:00'
const atMs = Date.UTC(2025, 0, 2, 3, 4, 5, 678)

eachEngine((engine) => {
  let database: Database
  let library: TestLibrary
  let folder = ''
  let shelf: SqliteDatabase.Database
  let move: () => ReturnType<typeof importAudiobookshelf>
  beforeEach(async () => {
    database = await engine.open()
    library = createTestLibrary(database)
    folder = mkdtempSync(join(tmpdir(), 'koedana-shelf-'))
    shelf = new SqliteDatabase(join(folder, 'absdatabase.sqlite'))
    shelf.exec(tables.join(';'))
    move = () =>
      importAudiobookshelf({
        database,
        path: shelf.name,
        names: new Map([['Root', 'haruka']]),
        now: () => noon,
      })
    const old = migrationFixture(database, 'project')
    old.old.insert('t_user', { name: 'haruka', password: oldHash('quiet moss 1'), group: 'user' })
    await old.move({ scan: undefined })
    old.remove()
  })
  afterEach(async () => {
    shelf.close()
    library.remove()
    rmSync(folder, { recursive: true })
    await database.close()
  })

  const insert = (table: string, row: Readonly<Record<string, string | number | null>>) =>
    shelf
      .prepare(
        `insert into ${table} (${Object.keys(row).join()}) values (${Object.keys(row)
          .map(() => '?')
          .join()})`,
      )
      .run(...Object.values(row))
  const file = (index: number, filename: string, duration: number) => ({
    index,
    duration,
    metadata: { filename, relPath: filename },
  })
  const book = (n: number, relPath: string, title: string, audioFiles: unknown) => {
    insert('books', { id: `book ${n}`, title, audioFiles: JSON.stringify(audioFiles) })
    insert('libraryItems', {
      id: `item ${n}`,
      path: `/audiobooks/${relPath}`,
      relPath,
      mediaId: `book ${n}`,
      mediaType: 'book',
    })
  }
  const heard = (
    n: number,
    currentTime: number,
    more: Readonly<Record<string, string | number | null>> = {},
  ) =>
    insert('mediaProgresses', {
      id: `progress ${n} ${currentTime}`,
      userId: 'u1',
      mediaItemId: `book ${n}`,
      mediaItemType: 'book',
      duration: 9,
      currentTime,
      isFinished: 0,
      finishedAt: null,
      createdAt: at,
      updatedAt: at,
      ...more,
    })

  test('positions over all files of a book become positions in files, once; what has no work is reported', async () => {
    library.put('RJ90000001 rain/a.wav', sound('a', 1))
    library.put('RJ90000001 rain/b.wav', sound('b', 1))
    library.put('RJ90000002 wind/1.wav', sound('1', 2))
    library.put('RJ90000002 wind/2.wav', sound('2', 2))
    library.put('RJ90000003 snow/1.wav', sound('3', 1))
    await library.scan()
    insert('users', {
      id: 'u1',
      username: 'Root',
      pash: '$2a$',
      bookmarks: JSON.stringify([{ libraryItemId: 'item 1', title: 'here', time: 2 }]),
    })
    insert('users', { id: 'u2', username: 'stranger', pash: null, bookmarks: '{' })
    // The files of the first book are matched by name, since they have another order there.
    book(1, 'Circle RJ90000009/RJ90000001 rain', 'Rain', [file(2, 'a.wav', 5), file(1, 'b.wav', 4)])
    book(2, 'wind', 'Wind (RJ90000002)', [file(1, 'renamed.wav', 4)])
    book(3, 'RJ90000003', 'Snow', [])
    book(4, 'No code', 'A novel', 'nonsense')
    book(5, 'RJ90000005', 'Not here', [])
    heard(1, 6.5)
    heard(2, 3)
    heard(3, 0, { isFinished: 1, finishedAt: at })
    heard(4, 1)
    heard(5, 1)
    heard(1, 1, { userId: 'u2' })
    heard(6, 1)
    heard(2, -1)
    const report = await move()
    expect(report.tables).toEqual({
      mediaProgresses: { read: 8, carried: 3, present: 0, unmatched: 5 },
      bookmarks: { read: 1, carried: 1, present: 0, unmatched: 0 },
    })
    expect(report.unmatched.map(({ reason }) => reason).sort()).toEqual([
      'noAccount',
      'noCodeFound',
      'unreadable',
      'unreadable',
      'workNowhere',
    ])
    const bookmarks = await database.read
      .selectFrom('bookmark')
      .innerJoin('track', 'track.id', 'bookmark.track_id')
      .select(['path', 'position_ms', 'bookmark.title'])
      .execute()
    expect(bookmarks.map((row) => ({ ...row, position_ms: Number(row.position_ms) }))).toEqual([
      { path: expect.stringMatching(/b\.wav$/), position_ms: 2_000, title: 'here' },
    ])
    const rows = await database.read
      .selectFrom('progress')
      .leftJoin('track', 'track.id', 'progress.track_id')
      .select(['path', 'position_ms', 'updated_ms', 'finished_ms'])
      .orderBy('progress.work_key')
      .execute()
    expect(rows).toEqual([
      { path: 'RJ90000001 rain/a.wav', position_ms: 2_500, updated_ms: atMs, finished_ms: null },
      { path: 'RJ90000002 wind/2.wav', position_ms: 1_000, updated_ms: atMs, finished_ms: null },
      { path: 'RJ90000003 snow/1.wav', position_ms: 0, updated_ms: atMs, finished_ms: atMs },
    ])
    const contents = () =>
      Promise.all(everything.map((table) => database.read.selectFrom(table).selectAll().execute()))
    const before = await contents()
    expect((await move()).tables.mediaProgresses).toMatchObject({ carried: 0, present: 3 })
    expect(await contents()).toEqual(before)
  })

  test('another database is refused in words', async () => {
    shelf.exec('drop table books')
    await expect(move()).rejects.toThrow('This is not the database of an audiobookshelf server')
  })
})
