import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import type { MoveOptions } from '@koedana/contract/server-import.ts'
import { maxUploadBytes } from '@koedana/contract/server-import.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type MovingWorld, movingWorld } from './testing/migration-world.ts'
import { createOldServer } from './testing/old-kikoeru.ts'
import { oldPassword } from './testing/small-old-server.ts'

eachEngine((engine) => {
  let m: MovingWorld
  beforeEach(async () => {
    m = await movingWorld(engine)
  })
  afterEach(() => m.close())

  test('paths that are no business of a move are refused before it begins', async () => {
    const data = dirname(m.w.deps.coversFolder)
    expect(await m.refusalOf(m.order({ path: join(m.shelf.folder, 'nothing') }))).toEqual([
      422,
      { 'body.path': 'oldServerUnreadable' },
    ])
    expect(await m.refusalOf(m.order({ path: '/proc/self' }))).toEqual([422, { 'body.path': 'folderOurs' }])
    expect(await m.refusalOf(m.order({ path: data }))).toEqual([422, { 'body.path': 'folderOurs' }])
    expect(await m.refusalOf(m.order({ path: 'relative' }))).toEqual([
      422,
      { 'body.path': 'oldServerUnreadable' },
    ])
    expect(await m.refusalOf(m.order({ path: `${m.shelf.old.folder}\0` }))).toMatchObject([400, {}])
    expect(await m.refusalOf(m.order({ upload: 'nothing' }))).toEqual([422, { 'body.upload': 'uploadGone' }])
    expect(await m.refusalOf(m.order({ upload: '../covers' }))).toMatchObject([400, {}])
    const both = { path: m.shelf.old.folder, upload: 'nothing' }
    expect(await m.refusalOf(m.order(both))).toEqual([400, { 'body.path': 'required' }])
  })

  test('a database that is none ends in a sentence and a reason, and none of its contents', async () => {
    const secret = 'words-that-are-nobodys-business'
    const file = (name: string, bytes: string | Uint8Array) => {
      writeFileSync(join(m.shelf.folder, name), bytes)
      return join(m.shelf.folder, name)
    }
    const reasonOf = async (options: Partial<MoveOptions>) => {
      const task = await m.run(options)
      expect(task.status).toBe('failed')
      expect(task.summary).toEqual({})
      expect(task.error).not.toContain(secret)
      return (await m.itemsOf(task.id)).map(([, , outcome, reason]) => [outcome, reason])
    }
    const before = await m.stored()
    const magic = 'SQLite format 3\0'
    const other = createOldServer(join(m.shelf.folder, 'other'), 'project')
    other.database.exec(`drop table t_user; create table "${secret}" (x)`)
    other.close()
    symlinkSync(join(other.folder, 'sqlite', 'db.sqlite3'), join(m.shelf.folder, 'old', 'link'))
    mkdirSync(join(m.shelf.folder, 'linked', 'sqlite'), { recursive: true })
    symlinkSync(
      join(other.folder, 'sqlite', 'db.sqlite3'),
      join(m.shelf.folder, 'linked', 'sqlite', 'db.sqlite3'),
    )
    mkdirSync(join(m.shelf.folder, 'pipe'))
    execFileSync('mkfifo', [join(m.shelf.folder, 'pipe', 'db.sqlite3')])
    const failed = (reason: string) => [['failed', reason]]
    expect(await reasonOf({ path: file('text', secret.repeat(99)) })).toEqual(failed('databaseForeign'))
    expect(await reasonOf({ path: file('empty', '') })).toEqual(failed('databaseForeign'))
    expect(await reasonOf({ path: file('nul', `${magic}${'\0'.repeat(9_000)}${secret}`) })).toEqual(
      failed('databaseDamaged'),
    )
    expect(await reasonOf({ path: other.folder })).toEqual(failed('databaseForeign'))
    expect(await reasonOf({ path: join(m.shelf.folder, 'linked') })).toEqual(failed('databaseOutside'))
    expect(await reasonOf({ path: join(m.shelf.folder, 'pipe') })).toEqual(failed('databaseMissing'))
    expect(await reasonOf({ from: 'audiobookshelf' })).toEqual(failed('databaseMissing'))
    expect(await reasonOf({ roots: [{ name: 'other', path: m.shelf.folder }] })).toEqual(
      failed('folderUnknown'),
    )
    expect(await m.stored()).toEqual(before)
  })

  test('a dry run of an old server that is gone by then copies nothing', async () => {
    const left = join(m.w.deps.database.location.folder, 'rehearsal')
    mkdirSync(left, { recursive: true })
    const { id } = await m.order({ dryRun: true })
    rmSync(m.shelf.old.folder, { recursive: true })
    m.w.deps.tasks.start()
    const task = await m.ended(id)
    expect(task.status).toBe('failed')
    expect(task.summary).toEqual({})
    // Each copy first removes leftovers of earlier ones.
    expect(existsSync(left)).toBe(true)
  })

  test('what is uploaded part by part moves in, with its configuration, and is gone then', async () => {
    m.shelf.old.database.pragma('wal_checkpoint(truncate)')
    const bytes = readFileSync(join(m.shelf.old.folder, 'sqlite', 'db.sqlite3'))
    const config = readFileSync(join(m.shelf.old.folder, 'config', 'config.json'))
    const send = (part: { file: 'database' | 'config'; at: number; upload?: string }, of: Buffer) =>
      m.admin.call(api.uploadMoveFile, { body: { ...part, bytes: of.toString('base64') } })
    const text = send({ file: 'database', at: 0 }, config)
    expect(await m.refusalOf(text)).toEqual([422, { 'body.bytes': 'databaseForeign' }])
    const forgotten = await send({ file: 'database', at: 0 }, bytes)
    const half = bytes.length / 2
    const { upload } = await send({ file: 'database', at: 0 }, bytes.subarray(0, half))
    await expect(send({ file: 'database', at: 9, upload }, bytes)).rejects.toMatchObject({ status: 409 })
    const far = send({ file: 'database', at: maxUploadBytes, upload }, bytes)
    await expect(far).rejects.toMatchObject({ status: 413 })
    const gone = send({ file: 'config', at: 0, upload: forgotten.upload }, config)
    await expect(gone).rejects.toMatchObject({ status: 404 })
    const rest = await send({ file: 'database', at: half, upload }, bytes.subarray(half))
    expect(rest).toEqual({ upload, sizeBytes: bytes.length })
    await send({ file: 'config', at: 0, upload }, config)
    expect(await m.run({ dryRun: true, upload })).toMatchObject({ status: 'finished' })
    const moved = await m.run({ upload })
    expect(moved.summary).toMatchObject({ added: 1, 'storages.added': 1, 'accounts.added': 1 })
    await m.w.call(api.login, { body: { username: 'haruka', password: oldPassword } })
    expect(await m.refusalOf(m.order({ upload }))).toEqual([422, { 'body.upload': 'uploadGone' }])
  })
})
