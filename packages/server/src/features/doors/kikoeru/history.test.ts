/** Tests the kikoeru history: the position in a work, of which there is one here, shared by all apps. */
import { api } from '@koedana/contract/api.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type AppsWorld, appsWorld, night, rain, rainNumber } from './testing/kikoeru-world.ts'
import { StrictWork } from './testing/strict-shapes.ts'

const State = v.object({
  queue: v.array(v.looseObject({ type: v.literal('audio'), hash: v.string(), title: v.string() })),
  index: v.number(),
  seconds: v.number(),
})
const History = v.object({
  works: v.array(v.object({ ...StrictWork.entries, state: State, play_updated_at: v.string() })),
  pagination: v.object({ totalCount: v.number(), currentPage: v.number(), pageSize: v.number() }),
})

eachEngine((engine) => {
  let here: AppsWorld
  beforeEach(async () => {
    here = await appsWorld(engine)
  })
  afterEach(() => here.close())

  const enter = async (ageRestriction: 'all' | 'r18') => {
    const owner = await here.w.signIn({ username: `who-${ageRestriction}`, ageRestriction })
    const made = await owner.call(api.createAppPassword, { body: { name: 'phone', scopes: ['kikoeru'] } })
    const token = await here.signIn(`who-${ageRestriction}`, made.password)
    const send = async (method: 'PUT' | 'DELETE', body: object) =>
      (await here.send(method, '/api/histroy', { token, body })).statusCode
    const history = (query = '') => here.read(History, `/api/histroy${query}`, token)
    const place = async (id = rain) => (await owner.call(api.getProgress, { params: { id } })).progress
    return { owner, token, send, history, place }
  }

  test('a queue, the number of a sound and seconds are the place of the person', async () => {
    const { owner, token, send, history, place } = await enter('all')
    expect((await history()).works).toEqual([])
    const queue = await here.soundsOf(token)
    const [, fileId] = queue[1].hash.split('/')
    expect(await send('PUT', { work_id: rainNumber, state: { queue, index: 1, seconds: 12.5 } })).toBe(200)
    expect(await place()).toMatchObject({ fileId, position: 12.5 })
    expect(await history('?page=1&pageSize=12&sort=desc')).toMatchObject({
      works: [{ id: rainNumber, state: { index: 1, seconds: 12.5 } }],
      pagination: { totalCount: 1 },
    })
    // The state that it returns is accepted unchanged, also as the JSON text that other servers store.
    const [work] = (await history()).works
    expect(await send('PUT', { work_id: rain, state: JSON.stringify({ ...work?.state, seconds: 20 }) })).toBe(
      200,
    )
    expect(await place()).toMatchObject({ fileId, position: 20, revision: 1 })
    expect((await history('?page=2')).works).toEqual([])
    expect(await send('DELETE', { work_id: rainNumber })).toBe(200)
    expect(await owner.call(api.getMark, { params: { id: rain } })).toMatchObject({ progress: 'postponed' })
    expect(await place()).toMatchObject({ position: 20 })
    // A new play that does not seek back continues the progress.
    expect(await send('PUT', { work_id: rainNumber, state: { queue, index: 1, seconds: 30 } })).toBe(200)
    expect(await place()).toMatchObject({ fileId, position: 30 })
    expect(await owner.call(api.getMark, { params: { id: rain } })).toMatchObject({ progress: 'listening' })
  })

  test('an old queue that arrives late moves no newer position, and a rewind that apps do not announce counts', async () => {
    const { owner, token, send, place } = await enter('all')
    const [, second] = await here.soundsOf(token)
    const fileId = second.hash.split('/')[1] ?? ''
    const at = new Date().toISOString()
    const play = { basedOn: 0, startedAt: at, fileId, position: 50, chosen: true }
    const report = {
      playId: 'desk-play-1',
      n: 0,
      kind: 'seek' as const,
      fileId,
      position: 50,
      listened: 0,
      at,
      play,
    }
    const device = { id: 'desk-00001', name: 'Desk' }
    await owner.call(api.saveProgress, { body: { deviceNow: at, device, reports: [report] } })
    const put = (seconds: number) =>
      send('PUT', { work_id: rainNumber, state: { queue: [second], index: 0, seconds } })
    // Requests contain no timestamps: several old queues arrive one after the other.
    for (const seconds of [12, 8, 20]) expect(await put(seconds)).toBe(200)
    expect(await place()).toMatchObject({ position: 50, device: 'Desk' })
    // Queues that arrive at once are not playback: no more time is counted than has passed.
    const hours = await here.w.deps.db.selectFrom('listening_hour').select('listened_ms').execute()
    const listenedMs = hours.reduce((sum, row) => sum + Number(row.listened_ms), 0)
    expect(listenedMs).toBeLessThanOrEqual(Date.now() - Date.parse(at))
    expect(await put(55)).toBe(200)
    expect(await place()).toMatchObject({ position: 55 })
    // An earlier position may come from a player that is loading; a following report that continues from it does not.
    expect(await put(10)).toBe(200)
    expect(await place()).toMatchObject({ position: 55 })
    expect(await put(14)).toBe(200)
    expect(await place()).toMatchObject({ position: 14 })
  })

  test('what is hidden or of another work is not found, and nonsense is refused', async () => {
    const grown = await enter('r18')
    const limited = await enter('all')
    const track = (id: string) =>
      here.w.deps.db
        .selectFrom('track')
        .select('id')
        .where('path', 'like', `%${id}%`)
        .executeTakeFirstOrThrow()
    const { id: nightFile } = await track('01000002')
    const nightNumber = Number(night.slice(2))
    const of = (work_id: unknown, hash: string, more: object = {}) => ({
      work_id,
      state: { queue: [{ hash }], index: 0, seconds: 5, ...more },
    })
    expect(await grown.send('PUT', of(nightNumber, `${nightNumber}/${nightFile}`))).toBe(200)
    expect((await grown.history()).works).toHaveLength(1)
    expect(await limited.send('PUT', of(nightNumber, `${nightNumber}/${nightFile}`))).toBe(404)
    expect(await limited.send('PUT', of(rainNumber, `${nightNumber}/${nightFile}`))).toBe(404)
    expect(await limited.send('DELETE', { work_id: nightNumber })).toBe(404)
    const hash = `${rainNumber}/nothing`
    for (const body of [
      {},
      { work_id: rainNumber },
      of({}, hash),
      of(rainNumber, 'no hash'),
      of(rainNumber, hash, { index: 7 }),
      of(rainNumber, hash, { index: -1 }),
      of(rainNumber, hash, { queue: 'x' }),
      of(rainNumber, hash, { seconds: '5' }),
      { work_id: rainNumber, state: '{' },
      { work_id: rainNumber, state: null },
    ])
      expect([body, await limited.send('PUT', body)]).toEqual([body, 400])
    expect(await limited.send('PUT', of(rainNumber, `${rainNumber}/\u0000`))).toBe(404)
    expect(await limited.place()).toBeNull()
    await here.w.deps.write.updateTable('user').set({ age_restriction: 'all' }).execute()
    here.w.deps.sessions.forget('all')
    expect(await grown.history()).toMatchObject({ works: [], pagination: { totalCount: 0 } })
  })
})
