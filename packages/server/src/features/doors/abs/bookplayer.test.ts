// @module-tag large
/** Replays whole sessions of BookPlayer, which imports files, and of ShelfPlayer, which also plays offline. */
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type AbsWorld, absWorld, lastFile, night, nightFile, rain, rainFile } from './testing/abs-world.ts'
import * as shapes from './testing/strict-shapes.ts'

const dayMs = 86_400_000

eachEngine((engine) => {
  let here: AbsWorld
  let nowMs: number
  beforeEach(async () => {
    nowMs = Date.parse('2026-03-01T10:00:00.000Z')
    here = await absWorld(engine, { now: () => new Date(nowMs) })
  })
  afterEach(() => here.close())

  test('BookPlayer finds the server, signs in, narrows the library, downloads and signs out', async () => {
    expect((await here.send('GET', '/ping')).json()).toEqual({ success: true })
    expect((await here.send('GET', '/healthcheck')).statusCode).toBe(200)
    const { secret, act, ask, token } = await here.enter({ ageRestriction: 'r18' })
    // BookPlayer does not ask for a refresh token, and keeps its first token.
    const login = await here.send('POST', '/login', { body: { username: 'listener', password: secret } })
    expect(login.json().user).toMatchObject({ id: expect.any(String), refreshToken: null })
    expect(login.headers['cache-control']).toBe('no-store')
    const wrong = await here.send('POST', '/login', { body: { username: 'listener', password: 'wrong' } })
    expect(wrong.statusCode).toBe(401)
    await ask(shapes.Libraries, '/api/libraries')
    const base = '/api/libraries/library'
    const data = await ask(shapes.FilterData, `${base}/filterdata`)
    const listed = async (filter: string) =>
      (
        await ask(
          shapes.Items,
          `${base}/items?limit=20&page=0&sort=media.metadata.title&desc=0&filter=${filter}`,
        )
      ).results.map(({ id }) => id)
    const of = (group: string, value: string) =>
      listed(`${group}.${encodeURIComponent(Buffer.from(value).toString('base64'))}`)
    expect(await ask(shapes.Items, `${base}/items?sort=media.metadata.title`)).toMatchObject({
      total: 2,
      limit: 0,
    })
    expect(await of('authors', data.authors.find(({ name }) => name === 'Paper Lantern')?.id ?? '')).toEqual([
      rain,
    ])
    expect(await of('series', data.series.find(({ name }) => name === 'Roofs')?.id ?? '')).toEqual([rain])
    expect(await of('narrators', 'Haruka')).toEqual([rain])
    expect(await of('genres', 'Dark')).toEqual([night])
    expect(await of('narrators', 'Nobody')).toEqual([])
    expect(await of('authors', '__proto__')).toEqual([])
    await ask(shapes.AuthorItems, '/api/authors/RG01234?include=items')
    expect((await here.send('GET', `${base}/collections?minified=1`, { token })).json()).toMatchObject({
      results: [],
    })
    expect(await act('GET', '/api/collections/x')).toBe(404)
    expect((await ask(shapes.Found, `${base}/search?q=roof`)).book).toHaveLength(1)
    await ask(shapes.ExpandedItem, `/api/items/${rain}?expanded=1`)

    // A work with two files is downloaded as a ZIP, a work with one file as that file. The token is in the URL.
    const zip = await here.send('GET', `/api/items/${rain}/download?token=${token}`)
    expect([zip.statusCode, zip.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(zip.rawPayload.includes('a sound of rain')).toBe(true)
    const missing = await here.send('GET', `/api/items/${night}/download?token=${token}`)
    expect(missing.statusCode).toBe(404)
    expect((await here.send('GET', `/api/items/${rain}/download?token=x`)).statusCode).toBe(401)
    expect((await here.send('POST', '/logout', { token })).json()).toEqual({ redirect_url: null })
    expect(await act('GET', '/api/libraries')).toBe(401)
  })

  test('ShelfPlayer signs in, lists, plays, keeps moments, and says later what was heard offline', async () => {
    expect((await here.send('GET', '/status')).json()).toMatchObject({ serverVersion: '2.36.0' })
    const { ask, act, owner } = await here.enter()
    const place = async () => (await owner.call(api.getProgress, { params: { id: rain } })).progress
    const base = '/api/libraries/library'
    await ask(shapes.Shelves, `${base}/personalized`)
    expect(
      await ask(shapes.SeriesPage, `${base}/series?sort=name&desc=0&filter=all&limit=20&page=0`),
    ).toMatchObject({
      results: [{ name: 'Roofs', books: [{ id: rain }] }],
      total: 1,
    })
    const author = Buffer.from('RG01234').toString('base64')
    const [series] = (await ask(shapes.SeriesPage, `${base}/series?filter=authors.${author}&limit=20&page=0`))
      .results
    await ask(shapes.SeriesWithBooks, `${base}/series/${series?.id}`)
    const [narrator] = (await ask(shapes.Narrators, `${base}/narrators`)).narrators
    expect(
      await ask(shapes.Items, `${base}/items?filter=narrators.${narrator?.id}&limit=20&page=0`),
    ).toMatchObject({
      total: 1,
    })
    const { media } = await ask(shapes.ExpandedItem, `/api/items/${rain}?expanded=1`)
    const body = { deviceInfo: { deviceId: 'shelf-0001', clientName: 'ShelfPlayer', model: 'iPhone' } }
    const session = await ask(shapes.OpenSession, `/api/items/${rain}/play`, { method: 'POST', body })
    expect(session.audioTracks.map(({ contentUrl }) => contentUrl)).toEqual(
      media.tracks.map(({ contentUrl }) => contentUrl),
    )
    expect(await ask(shapes.OpenSession, `/api/session/${session.id}`)).toMatchObject({ id: session.id })
    // Audio URLs need no other credential than the playback session ID, as long as its listener is signed in.
    const track = (index: number) => here.send('GET', `/public/session/${session.id}/track/${index}`)
    expect([(await track(1)).body, (await track(2)).body, (await track(3)).statusCode]).toEqual([
      'a sound of rain',
      'another',
      404,
    ])
    nowMs += 30_000
    const said = { currentTime: 62, timeListened: 30, duration: 120 }
    expect(await act('POST', `/api/session/${session.id}/close`, said)).toBe(200)
    expect(await place()).toMatchObject({ fileId: lastFile, position: 2, device: 'ShelfPlayer, iPhone' })
    expect((await track(1)).statusCode).toBe(401)
    expect(await ask(shapes.InProgress, '/api/me/items-in-progress')).toMatchObject({
      libraryItems: [{ id: rain, progressLastUpdate: nowMs }],
    })

    const marked = `/api/me/item/${rain}/bookmark`
    for (const time of [10, 61.25])
      await ask(shapes.Bookmark, marked, { method: 'POST', body: { time, title: `at ${time}` } })
    await ask(shapes.Bookmark, marked, { method: 'PATCH', body: { time: 61, title: 'thunder' } })
    expect(await act('PATCH', marked, { time: 99, title: 'x' })).toBe(404)
    expect((await ask(shapes.Authorized, '/api/authorize', { method: 'POST' })).user.bookmarks).toMatchObject(
      [
        { time: 10, title: 'at 10' },
        { time: 61.25, title: 'thunder' },
      ],
    )
    expect(await act('DELETE', `${marked}/61`)).toBe(200)

    // A day offline. The batch is sent twice, since the first response got lost, and contains entries for unknown works.
    nowMs += dayMs
    const offline = (id: string, from: number, to: number, hoursAgo: number) => ({
      id,
      userId: 'x',
      libraryItemId: rain,
      mediaType: 'book',
      startTime: from,
      currentTime: to,
      timeListening: to - from,
      startedAt: nowMs - hoursAgo * 3_600_000 - (to - from) * 1000,
      updatedAt: nowMs - hoursAgo * 3_600_000,
    })
    const sessions = [
      offline('LOCAL-2', 70, 100, 2),
      offline('LOCAL-1', 62, 70, 3),
      { ...offline('LOCAL-3', 0, 5, 1), libraryItemId: night },
      { id: 'LOCAL-4' },
    ]
    const batch = () =>
      ask(shapes.LocalResults, '/api/session/local-all', { method: 'POST', body: { sessions, ...body } })
    expect((await batch()).results.map(({ id, success }) => [id, success])).toEqual([
      ['LOCAL-2', true],
      ['LOCAL-1', true],
      ['LOCAL-3', false],
      ['LOCAL-4', false],
    ])
    expect(await place()).toMatchObject({ fileId: lastFile, position: 40, device: 'ShelfPlayer, iPhone' })
    await batch()
    expect(await ask(shapes.Sessions, '/api/me/listening-sessions?page=0&itemsPerPage=10')).toMatchObject({
      total: 3,
      sessions: [
        { startTime: 70, currentTime: 100, timeListening: 30 },
        { startTime: 62, currentTime: 70, timeListening: 8 },
        { startTime: 0, currentTime: 62, timeListening: 30 },
      ],
    })
    expect((await ask(shapes.Sessions, `/api/me/item/listening-sessions/${rain}`)).total).toBe(3)
    expect(await ask(shapes.Statistics, '/api/me/listening-stats')).toMatchObject({
      totalTime: 68,
      items: { [rain]: { timeListening: 68 } },
      recentSessions: { length: 3 },
    })
    expect(await act('POST', '/api/session/local', offline('LOCAL-5', 100, 110, 0))).toBe(200)
    expect(await place()).toMatchObject({ position: 50, finished: false })

    const progress = `/api/me/progress/${rain}`
    expect(await act('PATCH', progress, { isFinished: true })).toBe(200)
    expect(await ask(shapes.Progress, progress)).toMatchObject({ isFinished: true, progress: 1 })
    nowMs += 1000
    expect(await act('PATCH', progress, { isFinished: false })).toBe(200)
    expect(await act('GET', progress)).toBe(404)
    nowMs += 1000
    const update = [
      { libraryItemId: rain, currentTime: 44, lastUpdate: nowMs },
      { libraryItemId: night, currentTime: 1 },
    ]
    expect(await act('PATCH', '/api/me/progress/batch/update', update)).toBe(200)
    expect(await ask(shapes.Progress, progress)).toMatchObject({ currentTime: 44 })
    // An older report changes nothing.
    const stale = [{ libraryItemId: rain, currentTime: 3, lastUpdate: nowMs - dayMs }]
    expect(await act('PATCH', '/api/me/progress/batch/update', stale)).toBe(200)
    expect(await ask(shapes.Progress, progress)).toMatchObject({ currentTime: 44 })
    expect(await act('GET', `${progress}/remove-from-continue-listening`)).toBe(200)
    expect((await ask(shapes.InProgress, '/api/me/items-in-progress')).libraryItems).toEqual([])
    nowMs += 1000
    expect(await act('DELETE', progress)).toBe(200)
    expect(await act('GET', progress)).toBe(404)
  })

  test('a session that is used lasts, one that is refreshed goes on under other tokens', async () => {
    const { ask, act, token, refreshToken, secret, owner, id } = await here.enter()
    // Responses do not wait until the session's use is recorded, so the test waits before it moves the clock by twelve days.
    const uses = here.w.deps.db.selectFrom('session').select('last_used_at').orderBy('last_used_at', 'desc')
    const latest = async () => Date.parse((await uses.executeTakeFirstOrThrow()).last_used_at)
    nowMs += 12 * dayMs
    for (let weeks = 0; weeks < 4; weeks++) {
      await ask(shapes.Authorized, '/api/authorize', { method: 'POST' })
      await expect.poll(latest).toBe(nowMs)
      nowMs += 12 * dayMs
    }
    expect(await act('GET', '/api/libraries')).toBe(200)
    const renew = (given: string) =>
      here.send('POST', '/auth/refresh', { headers: { 'x-refresh-token': given, 'x-return-tokens': 'true' } })
    const { user } = (await renew(refreshToken)).json()
    expect([user.accessToken === token, user.refreshToken === refreshToken]).toEqual([false, false])
    expect(await act('GET', '/api/libraries')).toBe(401)
    expect((await renew(refreshToken)).statusCode).toBe(401)
    const status = async () =>
      (await here.send('GET', '/api/libraries', { token: user.accessToken })).statusCode
    expect(await status()).toBe(200)
    for (const forged of [
      '',
      'x',
      `${refreshToken.split('.')[0]}.x`,
      user.accessToken,
      `${'x'.repeat(16)}.${'y'.repeat(43)}`,
    ])
      expect((await renew(forged)).statusCode, forged).toBe(401)
    const row = await here.w.deps.db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', owner.user.id)
      .executeTakeFirstOrThrow()
    const own = await here.w.deps.sessions.open(row, { address: '192.0.2.7', userAgent: 'page' })
    await here.w.bearing(own.token)(api.revokeAppPassword, { params: { id } })
    expect(await status()).toBe(401)
    expect((await renew(user.refreshToken)).statusCode).toBe(401)
    expect(
      (await here.send('POST', '/login', { body: { username: 'listener', password: secret } })).statusCode,
    ).toBe(401)
  })

  test('what one listener plays is nobody else’s', async () => {
    const { ask, act } = await here.enter({ ageRestriction: 'r18' })
    const other = await here.enter({ username: 'other' })
    const session = await ask(shapes.OpenSession, `/api/items/${night}/play`, { method: 'POST', body: {} })
    expect(session.audioTracks).toMatchObject([{ ino: nightFile }])
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/sync'],
      ['POST', '/close'],
    ] as const)
      expect(
        await other.act(
          method,
          `/api/session/${session.id}${path}`,
          method === 'POST' ? { currentTime: 5, timeListened: 1 } : undefined,
        ),
      ).toBe(404)
    expect(await act('GET', `/api/me/progress/${night}`)).toBe(404)
    // Without a bearer token, a playback session only gives access to its audio files.
    expect(
      (await here.send('POST', `/api/session/${session.id}/sync`, { body: { currentTime: 5 } })).statusCode,
    ).toBe(401)
    expect((await here.send('GET', `/api/items/${rain}/file/${rainFile}`)).statusCode).toBe(401)
  })
})
