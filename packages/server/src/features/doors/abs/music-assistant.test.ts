/**
 * Replays the requests of Music Assistant's library aioaudiobookshelf (music-assistant/aioaudiobookshelf, 0.1.24), with the types of
 * its dataclasses. Also tests how the official app stays signed in.
 */
import { api } from '@koedana/contract/api.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type AbsWorld, absWorld, rain } from './testing/abs-world.ts'
import * as shapes from './testing/strict-shapes.ts'

const int = v.pipe(v.number(), v.integer())
const bool = v.boolean()
const text = v.string()

/** aioaudiobookshelf/schema/server.py: a missing field makes the login fail. */
const ServerSettings = v.object({
  id: text,
  scannerFindCovers: bool,
  scannerCoverProvider: text,
  scannerParseSubtitle: bool,
  scannerPreferMatchedMetadata: bool,
  scannerDisableWatcher: bool,
  storeCoverWithItem: bool,
  storeMetadataWithItem: bool,
  metadataFileFormat: v.picklist(['abs', 'json']),
  rateLimitLoginRequests: int,
  rateLimitLoginWindow: int,
  backupSchedule: text,
  backupsToKeep: int,
  maxBackupSize: int,
  loggerDailyLogsToKeep: int,
  loggerScannerLogsToKeep: int,
  homeBookshelfView: int,
  bookshelfView: int,
  sortingIgnorePrefix: bool,
  sortingPrefixes: v.array(text),
  chromecastEnabled: bool,
  dateFormat: v.literal('yyyy-MM-dd'),
  timeFormat: v.picklist(['HH:mm', 'h:mma']),
  language: text,
  logLevel: v.picklist([1, 2, 3]),
  version: text,
})
const SeriesWithProgress = v.object({
  id: text,
  name: text,
  addedAt: int,
  updatedAt: int,
  progress: v.object({
    libraryItemIds: v.array(text),
    libraryItemIdsFinished: v.array(text),
    isFinished: bool,
  }),
})
const Timed = v.object({
  media: v.object({ audioFiles: v.array(v.object({ timeBase: text, codec: text, format: text })) }),
})
/** aioaudiobookshelf/schema/session.py and media_progress.py. */
const Playback = v.object({
  id: text,
  userId: text,
  libraryId: text,
  libraryItemId: text,
  mediaType: text,
  displayTitle: text,
  displayAuthor: text,
  coverPath: text,
  duration: v.number(),
  playMethod: v.picklist([0, 1, 2, 3]),
  mediaPlayer: text,
  serverVersion: text,
  date: text,
  dayOfWeek: text,
  timeListening: v.number(),
  startTime: v.number(),
  currentTime: v.number(),
  startedAt: int,
  updatedAt: int,
  audioTracks: v.pipe(
    v.array(v.object({ index: int, startOffset: v.number(), duration: v.number(), contentUrl: text })),
    v.minLength(1),
  ),
})
const Progress = v.object({
  id: text,
  libraryItemId: text,
  duration: v.number(),
  progress: v.number(),
  currentTime: v.number(),
  isFinished: bool,
  lastUpdate: int,
  startedAt: int,
})

eachEngine((engine) => {
  let here: AbsWorld
  beforeEach(async () => {
    here = await absWorld(engine)
  })
  afterEach(() => here.close())

  test('all settings are there, and paths with two slashes and bodies of no JSON are taken', async () => {
    const { token, secret, ask } = await here.enter()
    const login = await here.send('POST', '//login', { body: { username: 'listener', password: secret } })
    expect(login.statusCode).toBe(200)
    v.parse(v.object({ serverSettings: ServerSettings }), login.json())
    // aiohttp sends `application/octet-stream` with an empty body.
    const headers = { 'content-type': 'application/octet-stream', 'content-length': '0' }
    const authorized = await here.send('POST', '//api/authorize', { token, headers })
    v.parse(v.object({ serverSettings: ServerSettings }), authorized.json())
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect(
        (await here.send('POST', '/api/authorize', { token, headers: { 'content-type': type } })).statusCode,
        type,
      ).toBe(200)
    const form = await here.send('POST', '/login', {
      body: new URLSearchParams({ username: 'listener', password: secret }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.statusCode, form.body).toBe(200)
    const { media } = await ask(Timed, `//api/items/${rain}?expanded=1`)
    expect(media.audioFiles.map(({ timeBase }) => timeBase)).toEqual(['1/1000', '1/1000'])
    const play = await here.send('POST', `//api/items/${rain}/play`, {
      token,
      headers: { 'content-type': 'text/plain' },
    })
    expect(play.statusCode, play.body).toBe(200)
    // Outside of this API, two slashes are not treated as one.
    expect((await here.w.app.inject('//api/v3//health/live')).statusCode).toBe(404)
  })

  test('the official app stays signed in: its second token is valid and another one', async () => {
    const { token, ask } = await here.enter()
    const { user } = await ask(shapes.Authorized, '/api/authorize', { method: 'POST' })
    expect(user.token).not.toBe(token)
    expect(Object.keys(user)).not.toContain('accessToken')
    const { token: same } = await ask(shapes.Me, '/api/me')
    expect(same).toBe(user.token)
    const statusOf = async (given: string) =>
      (await here.send('GET', '/api/libraries', { token: given })).statusCode
    expect(await statusOf(user.token)).toBe(200)
    expect(await statusOf(`${user.token}x`)).toBe(401)
    const [session = '', hash = ''] = user.token.split('.')
    expect(await statusOf(`${session.slice(0, -1)}x.${hash}`)).toBe(401)
    const other = await here.enter({ username: 'other' })
    const { token: theirs } = await other.ask(shapes.Me, '/api/me')
    expect(await statusOf(`${theirs.split('.')[0]}.${hash}`)).toBe(401)
    expect((await here.send('POST', '/logout', { token: user.token })).statusCode).toBe(200)
    expect([await statusOf(token), await statusOf(user.token)]).toEqual([401, 401])
    expect(await statusOf(theirs)).toBe(200)
  })

  test('a play and its reports, and a position set in three steps, are the position here', async () => {
    const { ask, act, token, owner } = await here.enter()
    const position = async () => (await owner.call(api.getProgress, { params: { id: rain } })).progress
    const pages = []
    for (let page = 0; ; page++) {
      const path = `//api/libraries/library/items?minified=1&limit=1&page=${page}`
      const { results } = await ask(v.object({ results: v.array(v.object({ id: text })) }), path)
      if (results.length === 0) break
      pages.push(...results.map(({ id }) => id))
    }
    expect(pages).toEqual([rain])
    const deviceInfo = {
      deviceId: 'ma-1',
      clientName: 'Music Assistant',
      clientVersion: '2',
      manufacturer: '',
      model: '',
    }
    const play = await here.send('POST', `//api/items/${rain}/play`, {
      token,
      body: {
        deviceInfo,
        forceDirectPlay: false,
        forceTranscode: false,
        supportedMimeTypes: [],
        mediaPlayer: '',
      },
    })
    const session = v.parse(Playback, play.json())
    const track = await here.send('GET', session.audioTracks[0]?.contentUrl ?? '', {
      token,
      headers: { range: 'bytes=0-3' },
    })
    expect(track.statusCode).toBe(206)
    const { duration } = session
    await act('POST', `//api/session/${session.id}/sync`, { currentTime: 6.5, timeListened: 6, duration })
    await act('POST', `//api/session/${session.id}/close`, { currentTime: 7.5, timeListened: 1, duration })
    expect(await position()).toMatchObject({ position: 7.5, finished: false })
    /** update_my_media_progress in client/me.py: the finished state, the fraction, then the seconds. */
    const setPosition = async (currentTime: number) => {
      const path = `//api/me/progress/${rain}`
      await act('PATCH', path, { isFinished: false })
      await act('PATCH', path, { progress: currentTime / duration })
      await act('PATCH', path, { duration, currentTime })
      return ask(Progress, path)
    }
    for (const currentTime of [9, 3]) {
      expect(await setPosition(currentTime)).toMatchObject({ currentTime, isFinished: false })
      expect(await position()).toMatchObject({ position: currentTime, finished: false })
    }
    await act('PATCH', `//api/me/progress/${rain}`, { isFinished: true })
    expect(await position()).toMatchObject({ finished: true })
    expect(await setPosition(2)).toMatchObject({ currentTime: 2, isFinished: false })
    await act('DELETE', `//api/me/progress/${rain}`)
    expect((await here.send('GET', `//api/me/progress/${rain}`, { token })).statusCode).toBe(404)
  })

  test('a series comes with what was finished of it', async () => {
    const { ask, act } = await here.enter()
    const { results } = await ask(
      v.object({ results: v.array(v.object({ id: text })) }),
      '/api/libraries/library/series',
    )
    const path = `/api/series/${results[0]?.id}?include=progress`
    expect((await ask(SeriesWithProgress, path)).progress).toEqual({
      libraryItemIds: [rain],
      libraryItemIdsFinished: [],
      isFinished: false,
    })
    await act('PATCH', `/api/me/progress/${rain}`, { isFinished: true })
    expect((await ask(SeriesWithProgress, path)).progress).toMatchObject({
      libraryItemIdsFinished: [rain],
      isFinished: true,
    })
  })
})
