import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { pollOptions } from '../../testing/poll-options.ts'
import type { BackgroundScans } from '../library/scan/background-scans.ts'
import { workersOf } from '../tasks/testing/workers.ts'
import { createMoveIn } from './move-in.ts'
import { type MovingWorld, movingWorld } from './testing/migration-world.ts'

eachEngine((engine) => {
  let m: MovingWorld
  beforeEach(async () => {
    m = await movingWorld(engine)
  })
  afterEach(() => m.close())

  test('a dry run says what would come and writes nothing; the move brings it; once more changes nothing', async () => {
    const before = await m.stored()
    const dry = await m.run({ dryRun: true })
    expect(await m.stored()).toEqual(before)
    expect(dry).toMatchObject({ status: 'finished', error: null, options: { dryRun: true } })
    expect(dry.summary).toEqual({
      planned: 1,
      'storages.planned': 1,
      'storages.skipped': 1,
      'accounts.planned': 1,
      'marks.planned': 1,
      'marks.skipped': 1,
      'positions.skipped': 1,
    })
    expect(await m.itemsOf(dry.id)).toEqual([
      ['inside a container: /usr/src/kikoeru/VoiceWork', 'inside a container', 'skipped', 'folderNotHere'],
      ['haruka/RJ90000001', null, 'skipped', 'workUnknown'],
      ['haruka/RJ90000000', null, 'skipped', 'notScanned'],
    ])
    const moved = await m.run()
    expect(moved).toMatchObject({ status: 'finished', error: null, progress: { done: 7, total: 7 } })
    expect(moved.summary).toMatchObject({ added: 1, 'marks.added': 1, 'positions.added': 1 })
    const { rows } = await sql`
      select rating, note, position_ms from mark
      join progress on progress.user_key = mark.user_key and progress.work_key = mark.work_key
      join "user" on "user".key = mark.user_key where username = 'haruka'`.execute(m.w.deps.database.write)
    expect(rows).toEqual([{ rating: 4, note: 'once more', position_ms: 100 }])
    const after = await m.stored()
    const again = await m.run()
    expect(await m.stored()).toEqual(after)
    expect(again.summary).toEqual({
      unchanged: 1,
      'storages.unchanged': 1,
      'storages.skipped': 1,
      'accounts.unchanged': 1,
      'marks.unchanged': 1,
      'marks.skipped': 1,
      'positions.unchanged': 1,
    })
  })

  test('it is for administrators alone, and one at a time', async () => {
    const general = await m.w.signIn()
    const body = { from: 'kikoeru', path: m.shelf.old.folder, dryRun: true } as const
    await expect(general.call(api.moveIn, { body })).rejects.toMatchObject({ status: 403 })
    await m.order()
    await expect(m.order()).rejects.toMatchObject({ status: 409, body: { code: 'taskAtWork' } })
    const upload = { file: 'database', at: 0, bytes: 'AAAA' } as const
    await expect(m.admin.call(api.uploadMoveFile, { body: upload })).rejects.toMatchObject({ status: 409 })
  })

  /** Returns a worker on the world's database, whose scans take as long as the test wants. */
  const worker = (scan: BackgroundScans['scan']) => {
    const { background: database } = m.w.deps
    const moves = createMoveIn({
      ...m.w.deps,
      database,
      scans: { ...m.w.deps.scans, scan },
      newAccountCeiling: () => 'all',
    })
    return workersOf(database).start(moves)
  }
  const untilAborted: BackgroundScans['scan'] = (_folder, wishes) =>
    new Promise((resolve) => wishes?.signal?.addEventListener('abort', () => resolve(undefined)))
  const scanning = (id: string) =>
    vi.waitFor(async () => {
      const { phase } = await m.admin.call(api.getTask, { params: { id } })
      expect(phase).toBe('scans')
    }, pollOptions)

  test('one that was stopped in the middle goes on, and ends as it would have', async () => {
    const first = worker(untilAborted)
    const { id } = await m.order()
    await scanning(id)
    await first.stop()
    const second = worker(m.w.deps.scans.scan)
    const task = await m.ended(id)
    await second.stop()
    expect(task).toMatchObject({ status: 'finished' })
    expect(task.summary).toMatchObject({ unchanged: 1, 'accounts.unchanged': 1, 'positions.added': 1 })
    const { lines } = await m.admin.call(api.getTaskLog, { params: { id } })
    expect(lines.map(({ text }) => text)).toContainEqual(expect.stringContaining('Resumed after a stop'))
  })

  test('one that is cancelled stops where it is', async () => {
    const tasks = worker(untilAborted)
    const { id } = await m.order()
    await scanning(id)
    await m.admin.call(api.cancelTask, { params: { id } })
    expect(await m.ended(id)).toMatchObject({ status: 'cancelled', summary: {} })
    await tasks.stop()
  })

  test('where somebody says so, folders lie elsewhere and accounts have other names', async () => {
    const elsewhere = join(m.shelf.folder, 'elsewhere')
    mkdirSync(elsewhere)
    m.shelf.old.insert('t_user', { name: 'a b', password: 'x', group: 'user' })
    const first = await m.run({ dryRun: true })
    expect(await m.itemsOf(first.id)).toContainEqual(['a b', 'a b', 'skipped', 'nameRefused'])
    const task = await m.run({
      scans: false,
      ceiling: 'r15',
      roots: [{ name: 'inside a container', path: elsewhere }],
      names: [{ old: 'a b', name: 'a.b' }],
    })
    expect(task.summary).toMatchObject({ 'storages.added': 2, 'accounts.added': 2 })
    const { items } = await m.admin.call(api.listUsers, { query: { q: 'a.b' } })
    expect(items).toMatchObject([{ username: 'a.b', ageRestriction: 'r15' }])
  })
})
