import { api } from '@koedana/contract/api.ts'
import { type Locale, roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../../lib/log.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../../testing/test-server.ts'
import { startDueSchedules } from '../tasks.ts'
import { claimDueTime } from './schedules.store.ts'

const order = { kind: 'refresh_works', options: { scope: 'all' } } as const
const dayMs = 86_400_000

eachEngine((engine) => {
  let here: World
  let admin: SignedInPerson
  beforeEach(async () => {
    here = await startTestServer(engine)
    admin = await here.signIn({ role: roleOf.admin })
  })
  afterEach(() => here.close())

  const make = (body: { cron?: string; timeZone?: string; enabled?: boolean } = {}) =>
    admin.call(api.createSchedule, { body: { order, cron: '0 4 * * *', timeZone: 'Asia/Tokyo', ...body } })
  const list = async () => (await admin.call(api.listSchedules, {})).items
  const inspect = (daysLater: number, more: { lines?: string[] } = {}) => {
    const { db, write } = here.deps
    const log = createLog('info', { write: (line) => void more.lines?.push(line) })
    return startDueSchedules({ db, write, now: () => new Date(Date.now() + daysLater * dayMs), log })
  }
  const tasks = async () => (await admin.call(api.listTasks, {})).items

  test('a schedule is made, shown, changed and removed', async () => {
    const made = await make()
    expect(made).toMatchObject({ order, cron: '0 4 * * *', timeZone: 'Asia/Tokyo', enabled: true })
    expect(made).toMatchObject({ sentence: 'At 04:00, every day', lastStartedAt: null })
    expect(made.nextAt).toMatch(/T19:00:00\.000Z$/)
    expect(await list()).toEqual([made])
    const params = { id: made.id }
    const off = await admin.call(api.updateSchedule, { params, body: { enabled: false } })
    expect(off).toEqual({ ...made, enabled: false, nextAt: null })
    const moved = await admin.call(api.updateSchedule, {
      params,
      body: { order: { kind: 'sync_works' }, cron: '30 5 * * *', timeZone: 'UTC', enabled: true },
    })
    expect(moved).toMatchObject({ id: made.id, order: { kind: 'sync_works' }, timeZone: 'UTC' })
    expect(moved.nextAt).toMatch(/T05:30:00\.000Z$/)
    await admin.call(api.deleteSchedule, { params })
    expect(await list()).toEqual([])
    await expect(admin.call(api.deleteSchedule, { params })).rejects.toMatchObject({ status: 404 })
    await expect(admin.call(api.updateSchedule, { params, body: {} })).rejects.toMatchObject({ status: 404 })
  })

  test('what never fires, or is no expression, is refused with the reason', async () => {
    const refused = (fault: string) => ({
      status: 422,
      body: { code: 'cronRefused', fields: { 'body.cron': fault } },
    })
    await expect(make({ cron: '0 0 30 2 *' })).rejects.toMatchObject(refused('cronNeverFires'))
    await expect(make({ cron: 'every day' })).rejects.toMatchObject(refused('cronMalformed'))
    await expect(make({ timeZone: 'Mars/Olympus' })).rejects.toMatchObject({
      status: 400,
      body: { fields: { 'body.timeZone': 'timeZoneUnknown' } },
    })
    const { id } = await make()
    await expect(
      admin.call(api.updateSchedule, { params: { id }, body: { cron: '0 0 31 4 *' } }),
    ).rejects.toMatchObject({ status: 422 })
    await expect(admin.call(api.previewSchedule, { query: { cron: '0 0 30 2 *' } })).rejects.toMatchObject({
      status: 422,
      body: { fields: { 'query.cron': 'cronNeverFires' } },
    })
  })

  test('a preview says it in the language of the reader, with the next times', async () => {
    const send = async (locale: Locale) => {
      const response = await here.app.inject({
        url: '/api/v3/admin/schedules/preview?cron=0+4+*+*+*&timeZone=Asia/Tokyo',
        headers: { authorization: `Bearer ${admin.token}`, 'accept-language': locale },
      })
      return response.json()
    }
    const { sentence, next } = await send('en-US')
    expect(sentence).toBe('At 04:00, every day')
    expect(next).toHaveLength(5)
    expect(next.every((time: string) => time.endsWith('T19:00:00.000Z'))).toBe(true)
    expect((await send('zh-CN')).sentence).toContain('每天')
    expect((await send('ja-JP')).sentence).toContain('毎日')
  })

  test('when its time has come it starts one task, however many processes look', async () => {
    const { id } = await make()
    await inspect(0)
    expect(await tasks()).toEqual([])
    await Promise.all([inspect(2), inspect(2), inspect(2)])
    const [task, ...others] = await tasks()
    expect(others).toEqual([])
    expect(task).toMatchObject({ ...order, status: 'ready', startedBy: null })
    expect((await list()).find((one) => one.id === id)?.lastStartedAt).not.toBeNull()
  })

  test('of many who see that it is due, one has its turn, however soon its task ends', async () => {
    await make()
    const row = await here.deps.write.selectFrom('schedule').selectAll().executeTakeFirstOrThrow()
    const at = new Date(Date.now() + dayMs).toISOString()
    const turns = Array.from({ length: 8 }, () => claimDueTime(here.deps.write, row, at))
    expect((await Promise.all(turns)).filter((isOurs) => isOurs)).toHaveLength(1)
    expect(await claimDueTime(here.deps.write, { ...row, due_after: at }, at)).toBe(true)
    await here.deps.write.updateTable('schedule').set({ enabled: 0 }).execute()
    expect(await claimDueTime(here.deps.write, { ...row, due_after: at }, at)).toBe(false)
  })

  test('times that passed while the server was off are made up once', async () => {
    await make()
    await inspect(30)
    await end()
    await inspect(30)
    expect(await tasks()).toHaveLength(1)
    await inspect(31)
    expect(await tasks()).toHaveLength(2)
  })

  test('a time is passed over, with a line in the log, while one of its kind is at work', async () => {
    await make()
    await admin.call(api.createTask, { body: { kind: 'refresh_works' } })
    const lines: string[] = []
    await inspect(2, { lines })
    expect(lines.join()).toContain('a schedule was skipped')
    await end()
    await inspect(2)
    expect(await tasks()).toHaveLength(1)
    expect((await list())[0]?.lastStartedAt).toBeNull()
  })

  test('one that is off starts nothing; times before it was switched on are not made up', async () => {
    const { id } = await make({ enabled: false })
    await inspect(2)
    expect(await tasks()).toEqual([])
    await here.deps.write.updateTable('schedule').set({ due_after: '2020-01-01T00:00:00.000Z' }).execute()
    await admin.call(api.updateSchedule, { params: { id }, body: { enabled: true } })
    await inspect(0)
    expect(await tasks()).toEqual([])
  })

  /** Ends all running tasks. */
  const end = () =>
    here.deps.write
      .updateTable('task')
      .set({ status: 'finished', ended_at: new Date().toISOString() })
      .execute()
})
