/** Replays a whole session of Lissen: the same requests in the same order, with responses parsed as strictly. */
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type AbsWorld, absWorld, lastFile, night, rain, rainFile } from './testing/abs-world.ts'
import * as shapes from './testing/strict-shapes.ts'

eachEngine((engine) => {
  let here: AbsWorld
  let nowMs: number
  const wait = (seconds: number) => {
    nowMs += seconds * 1000
  }
  beforeEach(async () => {
    nowMs = Date.parse('2026-03-01T10:00:00.000Z')
    here = await absWorld(engine, { now: () => new Date(nowMs) })
  })
  afterEach(() => here.close())

  test('signs in, goes through the library, plays, goes back, keeps a moment, ends, and signs out', async () => {
    expect((await here.send('GET', '/status')).json()).toMatchObject({ authMethods: ['local'], isInit: true })
    const { ask, act, token, refreshToken, owner } = await here.enter()
    const place = async () => (await owner.call(api.getProgress, { params: { id: rain } })).progress
    expect((await ask(shapes.Authorized, '/api/authorize', { method: 'POST' })).user.username).toBe(
      'listener',
    )
    const [library] = (await ask(shapes.Libraries, '/api/libraries')).libraries
    const base = `/api/libraries/${library?.id}`
    const { filterdata } = await ask(shapes.LibraryWithData, `${base}?include=filterdata`)
    expect(filterdata).toMatchObject({
      authors: [{ id: 'RG01234', name: 'Paper Lantern' }],
      genres: ['Calm'],
      series: [{ name: 'Roofs' }],
      narrators: ['Haruka'],
    })
    expect((await ask(shapes.Shelves, `${base}/personalized`)).map(({ id }) => id)).toEqual([
      'recently-added',
      'recent-series',
      'discover',
    ])
    for (const sort of ['media.metadata.title', 'media.metadata.authorName', 'addedAt', 'mtimeMs'])
      for (const desc of [0, 1]) {
        const path = `${base}/items?limit=20&page=0&sort=${sort}&desc=${desc}&minified=1&collapseseries=0`
        expect(await ask(shapes.Items, path), sort).toMatchObject({ results: [{ id: rain }], total: 1 })
        expect(await ask(shapes.Items, path.replace('page=0', 'page=1'))).toMatchObject({
          results: [],
          total: 1,
        })
      }
    const series = Buffer.from(filterdata.series[0]?.id ?? '').toString('base64')
    expect(await ask(shapes.Items, `${base}/items?limit=20&page=0&filter=series.${series}`)).toMatchObject({
      total: 1,
    })
    expect(await ask(shapes.Authors, `${base}/authors?limit=20&page=0&sort=name&desc=0`)).toMatchObject({
      results: [{ id: 'RG01234', numBooks: 1 }],
      total: 1,
    })
    expect(await ask(shapes.AuthorItems, '/api/authors/RG01234?include=items')).toMatchObject({
      libraryItems: [{ id: rain }],
    })
    const found = await ask(shapes.Found, `${base}/search?q=Roof&limit=12`)
    expect([found.book.length, found.series.length, found.series[0]?.books.length]).toEqual([1, 1, 1])
    expect((await ask(shapes.Found, `${base}/search?q=lantern&limit=12`)).authors).toHaveLength(1)
    const batch = { libraryItemIds: [rain, night, 'RJ09999999', '\u0000'] }
    expect(
      (await ask(shapes.Batch, '/api/items/batch/get', { method: 'POST', body: batch })).libraryItems,
    ).toHaveLength(1)

    // The book page requests both at once.
    const item = await ask(shapes.ExpandedItem, `/api/items/${rain}`)
    expect(item.media).toMatchObject({
      duration: 120,
      audioFiles: [{ ino: rainFile }, { ino: lastFile }],
      chapters: [
        { start: 0, end: 60, title: 'one' },
        { start: 60, end: 120, title: 'two' },
      ],
    })
    expect(await act('GET', `/api/me/progress/${rain}`)).toBe(404)
    expect(await act('GET', `/api/items/${rain}/cover?width=300`)).toBe(200)

    const body = {
      deviceInfo: { clientName: 'Lissen App 1.11', deviceId: 'a1b2c3d4e5f6', deviceName: 'Lissen App 1.11' },
      supportedMimeTypes: ['audio/mpeg'],
      mediaPlayer: 'Lissen App 1.11',
      forceTranscode: false,
      forceDirectPlay: false,
    }
    const play = () => ask(shapes.OpenSession, `/api/items/${rain}/play`, { method: 'POST', body })
    const session = await play()
    expect(session).toMatchObject({ libraryItemId: rain, startTime: 0, duration: 120 })
    expect(await place()).toBeNull()
    const range = { range: 'bytes=2-6' }
    const part = await here.send('GET', `/api/items/${rain}/file/${rainFile}`, { token, headers: range })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      'sound',
      'bytes 2-6/15',
    ])
    const head = await here.send('HEAD', `/api/items/${rain}/file/${lastFile}`, { token })
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, '7'])
    const sync = async (currentTime: number, timeListened: number) => {
      wait(timeListened)
      expect(await act('POST', `/api/session/${session.id}/sync`, { currentTime, timeListened })).toBe(200)
    }
    await sync(20, 20)
    expect(await place()).toMatchObject({ fileId: rainFile, position: 20, device: 'Lissen App 1.11' })
    // Seeks into the second file, and back.
    await sync(75.5, 5)
    expect(await place()).toMatchObject({ fileId: lastFile, position: 15.5 })
    await sync(30, 5)
    expect(await ask(shapes.Progress, `/api/me/progress/${rain}`)).toMatchObject({
      currentTime: 30,
      progress: 0.25,
      isFinished: false,
      lastUpdate: nowMs,
    })
    // While the player loads, it reports position 0 for a moment.
    await sync(0, 0)
    expect(await place()).toMatchObject({ position: 30 })
    const [first] = await ask(shapes.Shelves, `${base}/personalized`)
    expect(first).toMatchObject({ labelStringKey: 'LabelContinueListening', entities: [{ id: rain }] })

    const path = `/api/me/item/${rain}/bookmark`
    const made = await ask(shapes.Bookmark, path, { method: 'POST', body: { time: 61, title: 'the rain' } })
    expect(made).toMatchObject({ libraryItemId: rain, time: 61, title: 'the rain', createdAt: nowMs })
    expect(await ask(shapes.Me, '/api/me')).toMatchObject({
      bookmarks: [made],
      mediaProgress: [{ libraryItemId: rain, currentTime: 30 }],
    })
    expect(await act('DELETE', `${path}/61`)).toBe(200)
    expect(await act('DELETE', `${path}/61`)).toBe(404)
    expect((await ask(shapes.Me, '/api/me')).bookmarks).toEqual([])

    await sync(118, 60)
    expect(await ask(shapes.Progress, `/api/me/progress/${rain}`)).toMatchObject({
      isFinished: true,
      progress: 1,
    })
    const unfinished = `${base}/items?limit=20&page=0&filter=progress.bm90LWZpbmlzaGVk`
    expect(await ask(shapes.Items, unfinished)).toMatchObject({ results: [], total: 0 })
    // A finished book starts from the beginning.
    wait(60)
    expect(await play()).toMatchObject({ startTime: 0 })
    expect(await place()).toMatchObject({ finished: true })

    expect(await act('POST', '/logout')).toBe(200)
    expect(await act('GET', '/api/libraries')).toBe(401)
    const headers = { 'x-return-tokens': 'true', 'x-refresh-token': refreshToken }
    expect((await here.send('POST', '/auth/refresh', { headers })).statusCode).toBe(401)
  })

  test('another device that goes on takes over; an old session of the first moves nothing back', async () => {
    const phone = await here.enter()
    const tablet = await here.signIn('listener', phone.secret)
    const start = (deviceId: string) => ({ deviceInfo: { deviceId, clientName: deviceId } })
    const play = async (token: string, deviceId: string) =>
      (await here.send('POST', `/api/items/${rain}/play`, { token, body: start(deviceId) })).json()
    const sync = async (token: string, id: string, currentTime: number, timeListened: number) => {
      wait(timeListened)
      const body = { currentTime, timeListened }
      await here.send('POST', `/api/session/${id}/sync`, { token, body })
    }
    const first = await play(phone.token, 'phone-0001')
    await sync(phone.token, first.id, 20, 20)
    const second = await play(tablet.accessToken, 'tablet-001')
    expect(second.startTime).toBe(20)
    await sync(tablet.accessToken, second.id, 90, 70)
    await sync(phone.token, first.id, 22, 2)
    const { owner, ask } = phone
    expect((await owner.call(api.getProgress, { params: { id: rain } })).progress).toMatchObject({
      fileId: lastFile,
      position: 30,
      device: 'tablet-001',
    })
    // After a long pause a new play begins. Its first report does not move the progress, a later one does.
    wait(3_600)
    await sync(phone.token, first.id, 23, 1)
    expect(await ask(shapes.Progress, `/api/me/progress/${rain}`)).toMatchObject({ currentTime: 90 })
    await sync(phone.token, first.id, 40, 61)
    expect(await ask(shapes.Progress, `/api/me/progress/${rain}`)).toMatchObject({ currentTime: 40 })
  })

  test('a session that the server forgot goes on by the work that its id names', async () => {
    const { act, ask, token } = await here.enter()
    const id = `${rain}.${'x'.repeat(43)}`
    expect(await act('POST', `/api/session/${id}/sync`, { currentTime: 33, timeListened: 10 })).toBe(200)
    expect(await ask(shapes.Progress, `/api/me/progress/${rain}`)).toMatchObject({ currentTime: 33 })
    expect((await here.send('GET', `/api/session/${rain}.nothing`, { token })).statusCode).toBe(404)
  })
})
