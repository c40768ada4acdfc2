/** Tests the Socket.IO endpoint with the official client library. */
import { api } from '@koedana/contract/api.ts'
import { type AgeCategory, workKeyOf } from '@koedana/contract/values.ts'
import { io, type Socket } from 'socket.io-client'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendChanges } from '../../../../db/changes.ts'
import { eachEngine } from '../../../../testing/engines.ts'
import { type AbsWorld, absWorld, night, rain } from '../testing/abs-world.ts'
import * as shapes from '../testing/strict-shapes.ts'

const Initial = v.object({ userId: v.string(), username: v.string() })
const ProgressEvent = v.object({ id: v.string(), sessionId: v.string(), data: shapes.Progress })
const PlaylistEvent = v.object({ id: v.string(), name: v.string(), items: v.array(v.unknown()) })

interface Received {
  readonly event: string
  readonly data: unknown
}

eachEngine((engine) => {
  let here: AbsWorld
  let origin: string
  let sockets: Socket[]
  beforeEach(async () => {
    here = await absWorld(engine)
    sockets = []
    origin = await here.w.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(async () => {
    for (const socket of sockets) socket.disconnect()
    await here.close()
  })

  const connect = async (path = '/socket.io', transports = ['websocket']) => {
    const socket = io(origin, { path, transports, forceNew: true, reconnection: false })
    sockets.push(socket)
    const received: Received[] = []
    socket.onAny((event: string, data: unknown) => received.push({ event, data }))
    await expect.poll(() => socket.connected).toBe(true)
    const events = () => received.map(({ event }) => event)
    const dataOf = (name: string) => received.findLast(({ event }) => event === name)?.data
    return { socket, received, events, dataOf }
  }
  const signIn = async (token: string, path?: string, transports?: string[]) => {
    const client = await connect(path, transports)
    client.socket.emit('auth', token)
    await expect.poll(client.events).toContain('init')
    return client
  }
  const refused = (path: string, transports = ['websocket']) =>
    new Promise<boolean>((resolve) => {
      const socket = io(origin, { path, transports, forceNew: true, reconnection: false })
      sockets.push(socket)
      socket.once('connect', () => resolve(false))
      socket.once('connect_error', () => resolve(true))
    })
  const setAge = async (id: string, age: AgeCategory) => {
    await here.w.deps.write.updateTable('work').set({ age_category: age }).where('id', '=', id).execute()
    await appendChanges(here.w.deps.write, 'work', [workKeyOf(id)])
    await here.w.deps.catalogue.caughtUp()
  }

  test('apps sign in at the origin and below /abs, by WebSocket and by long polling', async () => {
    const { token, owner } = await here.enter()
    for (const path of ['/socket.io', '/abs/socket.io']) {
      for (const transports of [['websocket'], ['polling'], ['polling', 'websocket']]) {
        const { dataOf } = await signIn(token, path, transports)
        expect(v.parse(Initial, dataOf('init'))).toEqual({ userId: owner.user.id, username: 'listener' })
      }
    }
  })

  test('a client without a valid token is told nothing, and goes after five tries', async () => {
    await here.enter()
    const { socket, events } = await connect()
    for (const token of ['x', undefined, { token: 'x' }, here.admin.token, 'a.b']) socket.emit('auth', token)
    await expect.poll(() => socket.connected).toBe(false)
    expect(new Set(events())).toEqual(new Set(['auth_failed']))
  })

  test('positions are sent from this API and from our own, to the person whose they are alone', async () => {
    const { token, owner, act, ask } = await here.enter()
    const other = await here.enter({ username: 'other' })
    const mine = await signIn(token)
    const theirs = await signIn(other.token)
    const { id } = await ask(shapes.Session, `/api/items/${rain}/play`, { method: 'POST', body: {} })
    const body = { currentTime: 12, timeListened: 1, duration: 120 }
    expect(await act('POST', `/api/session/${id}/sync`, body)).toBe(200)
    await expect.poll(() => mine.dataOf('user_item_progress_updated')).toBeDefined()
    const first = v.parse(ProgressEvent, mine.dataOf('user_item_progress_updated'))
    expect(first.data).toMatchObject({ libraryItemId: rain, currentTime: 12, isFinished: false })
    const { progress } = await owner.call(api.getProgress, { params: { id: rain } })
    const at = new Date().toISOString()
    const play = {
      basedOn: progress?.revision ?? 0,
      startedAt: at,
      fileId: `file-${workKeyOf(rain)}`,
      position: 31,
      chosen: true,
    }
    const report = {
      playId: 'play-of-the-web',
      n: 0,
      kind: 'seek' as const,
      fileId: play.fileId,
      position: 31,
      listened: 0,
      at,
      play,
    }
    const device = { id: 'browser-12345678', name: 'Browser' }
    await owner.call(api.saveProgress, { body: { deviceNow: at, device, reports: [report] } })
    await expect
      .poll(() => v.parse(ProgressEvent, mine.dataOf('user_item_progress_updated')).data.currentTime)
      .toBe(31)
    expect(theirs.events()).toEqual(['init'])
  })

  test('works are sent as they are added, changed and removed, and a hidden one never', async () => {
    const { token } = await here.enter()
    const adult = await here.enter({ username: 'adult', ageRestriction: 'r18' })
    const limited = await signIn(token)
    const whole = await signIn(adult.token)
    await setAge(night, 'all')
    await expect.poll(limited.events).toContain('item_added')
    expect(v.parse(shapes.ExpandedItem, limited.dataOf('item_added')).id).toBe(night)
    await expect.poll(whole.events).toContain('item_updated')
    await setAge(night, 'r18')
    await expect.poll(limited.events).toContain('item_removed')
    expect(limited.dataOf('item_removed')).toEqual({ id: night, libraryId: 'library' })
    // From here on the work is hidden, so its changes are not sent.
    const count = limited.received.length
    await setAge(night, 'r18')
    await setAge(rain, 'all')
    await expect.poll(limited.events).toContain('item_updated')
    expect(limited.received.slice(count).map(({ event }) => event)).toEqual(['item_updated'])
    expect(v.parse(shapes.ExpandedItem, limited.dataOf('item_updated')).id).toBe(rain)
    expect(JSON.stringify(limited.received.slice(count))).not.toContain(night)
  })

  test('playlists are sent as they are made, changed and deleted', async () => {
    const { token, owner, act } = await here.enter()
    const { events, dataOf } = await signIn(token, '/abs/socket.io', ['polling'])
    // Existing playlists are not sent as events.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const { id } = await owner.call(api.createPlaylist, { body: { name: 'Evening' } })
    await expect.poll(events, { timeout: 5_000 }).toContain('playlist_added')
    expect(await act('POST', `/api/playlists/${id}/item`, { libraryItemId: rain })).toBe(200)
    await expect.poll(events, { timeout: 5_000 }).toContain('playlist_updated')
    expect(v.parse(PlaylistEvent, dataOf('playlist_updated')).items).toHaveLength(1)
    await owner.call(api.deletePlaylist, { params: { id } })
    await expect.poll(events, { timeout: 5_000 }).toContain('playlist_removed')
    expect(v.parse(PlaylistEvent, dataOf('playlist_removed'))).toMatchObject({ id, name: 'Evening' })
  })

  test('whoever signs out, is disabled or loses the app password is disconnected, and so is everybody at a closed door', async () => {
    const first = await here.enter()
    const second = await here.enter({ username: 'second' })
    const third = await here.enter({ username: 'third' })
    const fourth = await here.enter({ username: 'fourth' })
    const clients: Awaited<ReturnType<typeof signIn>>[] = []
    for (const { token } of [first, second, third, fourth]) clients.push(await signIn(token))
    const connected = () => clients.map(({ socket }) => socket.connected)
    await here.send('POST', '/logout', { token: first.token })
    await expect.poll(connected).toEqual([false, true, true, true])
    await second.owner.call(api.revokeAppPassword, { params: { id: second.id } })
    await expect.poll(connected).toEqual([false, false, true, true])
    await here.admin.call(api.updateUser, {
      params: { id: third.owner.user.id },
      body: { status: 'disabled' },
    })
    await expect.poll(connected).toEqual([false, false, false, true])
    await here.openDoor(false)
    await expect.poll(connected).toEqual([false, false, false, false])
    for (const path of ['/socket.io', '/abs/socket.io'])
      for (const transports of [['websocket'], ['polling']])
        expect(await refused(path, transports)).toBe(true)
    await here.openDoor(true)
    expect(await refused('/socket.io')).toBe(false)
    expect(await refused('/rest/socket.io')).toBe(true)
  })

  test('one address has fifty connections that have not signed in', async () => {
    const opened = await Promise.all(Array.from({ length: 60 }, () => refused('/socket.io')))
    expect(opened.filter(Boolean)).toHaveLength(10)
  })

  test('a request that names another protocol is an ordinary request', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'h2c' }
    const response = await here.w.app.inject({ url: '/abs/ping', headers })
    expect(response.json()).toEqual({ success: true })
  })
})
