/** Whole sessions of the apps, with the shapes over which their parsers stumble. */
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import type { World } from '../../../testing/world.ts'
import {
  type KikoeruWorld,
  kikoeruWorld,
  night,
  nightNumber,
  password,
  rain,
  rainNumber,
} from './testing/kikoeru-world.ts'
import {
  ErrorShape,
  Me,
  NamedVoices,
  NumberedNames,
  StrictList,
  StrictWork,
} from './testing/strict-shapes.ts'

eachEngine((engine) => {
  let here: KikoeruWorld
  let w: World
  beforeEach(async () => {
    here = await kikoeruWorld(engine)
    w = here.w
  })
  afterEach(() => here.close())

  test('a session of KikoFlu: signs in, browses, searches, plays by ranges, rates, signs out', async () => {
    await w.signIn({ username: 'listener', password })
    expect((await here.send('GET', '/api/health')).body).toBe('OK')
    const token = await here.signIn('listener')
    expect(await here.read(Me, '/api/auth/me', token)).toMatchObject({
      user: { name: 'listener', group: 'user' },
    })
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) =>
        here.read(
          StrictList,
          `/api/works?page=${page}&pageSize=40&order=create_date&sort=desc&lyric=&seed=7`,
          token,
        ),
      ),
    )
    expect(pages.map(({ works }) => works.map(({ id }) => id))).toEqual([[rainNumber], [], [], []])
    expect(pages[0]?.pagination.totalCount).toBe(1)
    for (const order of ['dl_count', 'random&seed=999', 'betterRandom', 'review_count', 'nonsense']) {
      expect((await here.read(StrictList, `/api/works?order=${order}`, token)).works).toHaveLength(1)
    }
    const [tag] = await here.read(NumberedNames, '/api/tags/', token)
    const [voice] = await here.read(NamedVoices, '/api/vas/', token)
    const [circle] = await here.read(NumberedNames, '/api/circles/', token)
    expect([tag, voice, circle]).toMatchObject([{ id: 56, count: 1 }, { id: 'haruka' }, { id: 1234 }])
    for (const path of [`tags/${tag?.id}`, `vas/${voice?.id}`, `circles/${circle?.id}`]) {
      expect((await here.read(StrictList, `/api/${path}/works?order=create_date`, token)).works).toHaveLength(
        1,
      )
      expect((await here.send('GET', `/api/${path}`, { token })).json()).toHaveProperty('name')
    }
    const terms = [
      { t: 1, d: 'Paper Lantern', name: 'Paper Lantern' },
      { t: 2, d: voice?.id, name: 'Haruka' },
      { t: 3, d: tag?.id, name: 'Calm' },
    ]
    const advanced = (list: object) =>
      `/api/search?isAdvance=1&keyword=${encodeURIComponent(JSON.stringify(list))}`
    expect((await here.read(StrictList, advanced(terms), token)).works).toHaveLength(1)
    expect(
      (await here.read(StrictList, advanced([{ t: 5, d: rain, name: rain }]), token)).works,
    ).toHaveLength(1)
    expect((await here.read(StrictList, advanced([{ t: 3, d: 99, name: '' }]), token)).works).toHaveLength(0)
    await here.read(StrictWork, `/api/work/${rainNumber}`, token)
    const file = await here.soundOf(token)
    const range = { range: 'bytes=2-6' }
    const part = await w.app.inject({ url: `/kikoeru${file.mediaStreamUrl}?token=${token}`, headers: range })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      'sound',
      'bytes 2-6/15',
    ])
    const saved = await w.app.inject({ url: `/kikoeru${file.mediaDownloadUrl}/one.mp3?token=${token}` })
    expect([saved.statusCode, saved.body]).toEqual([200, 'a sound of rain'])
    const put = (query: string, body: object) =>
      here.send('PUT', `/api/review?${query}`, { token, body: { work_id: rainNumber, ...body } })
    await put('starOnly=false&progressOnly=true', { progress: 'listening' })
    await put('starOnly=true', { rating: 4, progress: 'ignored' })
    expect(await here.read(StrictWork, `/api/work/${rainNumber}`, token)).toMatchObject({
      userRating: 4,
      progress: 'listening',
    })
    await put('starOnly=false', { rating: 5, progress: 'listened', review_text: 'warm' })
    const listened = await here.read(StrictList, '/api/review?page=1&pageSize=12&filter=listened', token)
    expect(listened.works).toMatchObject([{ id: rainNumber, userRating: 5, progress: 'listened' }])
    expect((await here.read(StrictList, '/api/review?filter=marked', token)).works).toEqual([])
    expect((await here.read(StrictList, '/api/review?order=userRating&sort=asc', token)).works).toHaveLength(
      1,
    )
    expect((await here.send('DELETE', `/api/review?work_id=${rainNumber}`, { token })).statusCode).toBe(200)
    expect((await here.read(StrictList, '/api/review', token)).works).toEqual([])
    for (const path of ['/api/playlists', '/api/favourites', `/api/progress/${rainNumber}`]) {
      expect((await here.send('GET', path, { token })).statusCode).toBe(404)
    }
    expect((await here.send('POST', '/api/auth/logout', { token })).statusCode).toBe(204)
    expect((await here.send('GET', '/api/auth/me', { token })).statusCode).toBe(401)
  })

  test("a session of Zinhao's app: text in the path, a fresh install, lyrics and a small cover", async () => {
    await w.signIn({ username: 'listener', password })
    const token = await here.signIn('listener')
    expect(
      (await here.read(StrictList, '/api/works?page=1&subtitle=1&order=release', token)).works,
    ).toHaveLength(1)
    expect(
      (await here.read(StrictList, '/api/works?page=1&subtitle=1&pageSize=12', token)).works,
    ).toHaveLength(0)
    for (const text of ['roof', 'Paper Lantern', rain, '$tag:Calm$']) {
      const found = await here.read(StrictList, `/api/search/${encodeURIComponent(text)}?page=1`, token)
      expect(found.works, text).toHaveLength(1)
    }
    const file = await here.soundOf(token)
    const lyrics = await here.send('GET', `/api/media/check-lrc/${file.hash}`, { token })
    expect(lyrics.json()).toMatchObject({ result: false })
    expect(
      (await w.app.inject({ url: `/kikoeru/api/cover/${rainNumber}?type=sam&token=${token}` })).statusCode,
    ).toBe(404)
  })

  test('a session of kikoeru.tui and KikoeruApi: whole lists are kept by their ETag', async () => {
    await w.signIn({ username: 'listener', password, ageRestriction: 'r18' })
    const token = await here.signIn('listener')
    const first = await here.send('GET', '/api/tags/', { token })
    const headers = { authorization: `Bearer ${token}`, 'if-none-match': String(first.headers.etag) }
    expect((await w.app.inject({ url: '/kikoeru/api/tags/', headers })).statusCode).toBe(304)
    const adult = await here.read(StrictList, '/api/works?nsfw=2', token)
    expect(adult.works.map(({ id, nsfw }) => [id, nsfw])).toEqual([[nightNumber, true]])
    expect((await here.read(StrictList, '/api/works?nsfw=1', token)).works.map(({ id }) => id)).toEqual([
      rainNumber,
    ])
    expect(await here.read(StrictWork, `/api/workInfo/${night}`, token)).toMatchObject({
      age_category_string: 'adult',
    })
  })
})
