// @module-tag large
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import type { BackupOptions } from '@koedana/contract/tasks.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { pollOptions } from '../../../testing/poll-options.ts'
import { type SignedInPerson, startTestServer, type World } from '../../../testing/test-server.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let backups: string
  beforeEach(async () => {
    w = await startTestServer(engine, { now: () => new Date('2026-11-25T12:00:00.000Z') })
    admin = await w.signIn({ role: roleOf.admin })
    backups = join(dirname(w.deps.coversFolder), 'backups')
    w.deps.tasks.start()
  })
  afterEach(() => w.close())

  const backUp = async (options?: BackupOptions) => {
    const order = { kind: 'make_backup' as const, ...(options ? { options } : {}) }
    const { id } = await admin.call(api.createTask, { body: order })
    return vi.waitFor(async () => {
      const task = await admin.call(api.getTask, { params: { id } })
      expect(task.endedAt).not.toBeNull()
      return task
    }, pollOptions)
  }

  test('one is made beside the running server, shown, and can be restored', async () => {
    await w.make([{ id: 'RJ90000001', name: 'Rain', ageCategory: 'all' }])
    expect((await admin.call(api.getSystem, {})).backup).toBeNull()
    const task = await backUp()
    expect(task).toMatchObject({ status: 'finished', error: null, summary: { 'files.added': 1 } })
    expect(await readdir(backups)).toEqual(['koedana-2026-11-25T12-00-00Z.tar'])
    const { backup } = await admin.call(api.getSystem, {})
    expect(backup).toMatchObject({ madeAt: '2026-11-25T12:00:00.000Z' })
    expect(backup?.size).toBeGreaterThan(1_000)
    const path = join(backups, 'koedana-2026-11-25T12-00-00Z.tar')
    const { head } = await restoreBackup({
      path,
      location: { folder: join(backups, 'new') },
      now: new Date(),
    })
    expect(head.engine).toBe(w.deps.database.dialect.name)
  })

  test('those go that are no longer kept, with what was left unfinished; what is of others stays', async () => {
    await mkdir(backups, { recursive: true })
    const [yesterday, before, dayBefore] = ['24', '23', '22'].map(
      (day) => `koedana-2026-11-${day}T04-00-00Z.tar`,
    )
    const fresh = 'koedana-2026-11-25T04-00-00Z.tar.part'
    const others = [fresh, 'my.tar', 'before-migration-2026-11-01.sqlite']
    for (const name of [yesterday, before, dayBefore, ...others])
      await writeFile(join(backups, name ?? ''), '')
    expect((await backUp({ keepDays: 2, keepWeeks: 2 })).summary).toEqual({
      'files.added': 1,
      'files.removed': 1,
    })
    const today = 'koedana-2026-11-25T12-00-00Z.tar'
    expect((await readdir(backups)).toSorted()).toEqual(
      ['before-migration-2026-11-01.sqlite', dayBefore, yesterday, today, fresh, 'my.tar'].toSorted(),
    )
    await rm(join(backups, today))
    await writeFile(join(backups, `${dayBefore}.part`), '')
    await backUp({ keepDays: 1, keepWeeks: 0 })
    expect((await readdir(backups)).toSorted()).toEqual(
      ['before-migration-2026-11-01.sqlite', today, fresh, 'my.tar'].toSorted(),
    )
  })

  test('a folder that cannot be had fails the task in words', async () => {
    await writeFile(backups, 'no folder')
    expect(await backUp()).toMatchObject({ status: 'failed', error: expect.stringContaining('backups') })
  })
})
