import { api } from '@koedana/contract/api.ts'
import type { Task } from '@koedana/contract/tasks.ts'
import { roleOf, workKeyOf } from '@koedana/contract/values.ts'
import { expect, test, vi } from 'vitest'
import { eachEngine } from '../../../../testing/engines.ts'
import { pollOptions } from '../../../../testing/poll-options.ts'
import { type SignedInPerson, startTestServer } from '../../../../testing/test-server.ts'

const works = Array.from({ length: 20 }, (_, at) => ({
  id: `RJ${90_000_001 + at}`,
  name: `rain ${at}`,
  ageCategory: 'all' as const,
}))

eachEngine((engine) => {
  test('an administrator previews a clean task, runs it, and puts a work back', async () => {
    const w = await startTestServer(engine)
    await w.make(works)
    const [gone = { id: '' }] = works
    await w.deps.write
      .insertInto('marketplace_record')
      .values({
        key: workKeyOf(gone.id),
        id: gone.id,
        absences: 3,
        absent_since: '2026-01-01T00:00:00.000Z',
        wanted: 0,
      })
      .execute()
    const admin = await w.signIn({ role: roleOf.admin })
    w.deps.tasks.start()

    const planned = await run(admin, {})
    expect(planned).toMatchObject({ status: 'finished', summary: { planned: 1 } })
    const items = { params: { id: planned.id } }
    expect(await admin.call(api.listTaskItems, items)).toMatchObject({
      total: 1,
      items: [{ phase: 'works', item: gone.id, name: 'rain 0', outcome: 'planned', reason: 'workGone' }],
    })
    expect(await w.call(api.listWorks, {})).toMatchObject({ total: 20 })

    expect(await run(admin, { dryRun: false })).toMatchObject({
      status: 'finished',
      summary: { trashed: 1 },
    })
    await w.deps.catalogue.caughtUp()
    expect(await w.call(api.listWorks, {})).toMatchObject({ total: 19 })
    expect(await admin.call(api.listTrash, {})).toMatchObject({ total: 1, items: [{ id: gone.id }] })

    await admin.call(api.restoreTrash, { body: { items: [{ kind: 'work', id: gone.id }] } })
    // A restored work must be reported absent again before it may return to the trash.
    expect(await run(admin, { dryRun: false })).toMatchObject({ status: 'finished', summary: {} })
    await w.deps.catalogue.caughtUp()
    expect(await w.call(api.listWorks, {})).toMatchObject({ total: 20 })
    await w.close()
  })
})

async function run({ call }: SignedInPerson, options: { dryRun?: boolean }): Promise<Task> {
  const { id } = await call(api.createTask, { body: { kind: 'clean_works', options } })
  return vi.waitFor(async () => {
    const task = await call(api.getTask, { params: { id } })
    expect(task.endedAt).not.toBeNull()
    return task
  }, pollOptions)
}
