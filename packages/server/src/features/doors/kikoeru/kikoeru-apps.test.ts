/**
 * Replays whole sessions of Zinhao's app, KikoeruApi and kikoeru.tui: the same requests in the same order, with responses parsed as
 * strictly.
 */
import { api } from '@koedana/contract/api.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type AppsWorld, appsWorld, password, rain, rainNumber } from './testing/kikoeru-world.ts'
import {
  AbsoluteTree,
  Circle,
  CircleNames,
  Done,
  ErrorShape,
  FoundLyrics,
  MatchedLyrics,
  NamedVoices,
  NumberedNames,
  type StrictFile,
  StrictList,
  StrictWork,
} from './testing/strict-shapes.ts'

const words = '[00:01.50]雨\n[00:04.00]風\n'

eachEngine((engine) => {
  let here: AppsWorld
  beforeEach(async () => {
    here = await appsWorld(engine)
  })
  afterEach(() => here.close())

  test("Zinhao's app: a fresh install, names in the path, words along, states in a burst", async () => {
    const wrong = await here.send('POST', '/api/auth/me', { body: { name: 'listener', password: 'x' } })
    v.parse(ErrorShape, wrong.json())
    const token = await here.signIn('listener')
    const sorted = 'order=id&sort=desc&page=1&seed=35'
    // It sends a filter for subtitles, which its own server ignores; the filter counts only in requests with a page size.
    expect((await here.read(StrictList, `/api/works?${sorted}&subtitle=1`, token)).works).toHaveLength(1)
    expect((await here.read(StrictList, `/api/works?${sorted}&subtitle=1&pageSize=12`, token)).works).toEqual(
      [],
    )
    const [tag] = await here.read(NumberedNames, '/api/tags/', token)
    const [voice] = await here.read(NamedVoices, '/api/vas/', token)
    const [circle] = await here.read(CircleNames, '/api/circles/', token)
    for (const path of [`tags/${tag?.id}`, `vas/${voice?.id}`, `circles/${circle?.id}`])
      expect(
        (await here.read(StrictList, `/api/${path}/works?${sorted}&subtitle=0`, token)).works,
      ).toHaveLength(1)
    for (const text of ['roof', 'Paper Lantern', rain, '$tag:Calm$']) {
      const path = `/api/search/${encodeURIComponent(text)}?order=release&sort=desc&page=1&seed=18&subtitle=1`
      expect((await here.read(StrictList, path, token)).works, text).toHaveLength(1)
    }
    // It puts the text into the URL without encoding, so the query starts at the last question mark.
    await here.w.make([{ id: rain, name: 'Rain? On & on', ageCategory: 'all' }])
    for (const [text, count] of [
      ['Rain?', 1],
      ['Rain? On & on', 1],
      ['Rain? nowhere', 0],
      ['Rain?nowhere&on', 0],
    ] as const) {
      const path = `/api/search/${text.replaceAll(' ', '%20')}?order=release&sort=desc&page=1&seed=18&subtitle=0`
      expect((await here.read(StrictList, path, token)).works, text).toHaveLength(count)
    }
    const [sound, spoken] = await here.soundsOf(token)
    await here.hear(`${sound.mediaStreamUrl}?token=${token}`)
    const headers = { authorization: `Bearer ${token}` }
    const lyricsOf = async ({ hash }: StrictFile) =>
      v.parse(FoundLyrics, (await here.get(`/api/media/check-lrc/${hash}?token=${token}`, headers)).json())
    expect(await lyricsOf(sound)).toMatchObject({ result: false })
    const found = await lyricsOf(spoken)
    expect(found.result).toBe(true)
    expect((await here.get(`/api/media/stream/${found.hash}?token=${token}`, headers)).body).toBe(words)
    expect((await here.get(`/api/cover/${rainNumber}?type=sam&token=${token}`)).headers['content-type']).toBe(
      'image/jpeg',
    )
    expect((await here.get(`/api/cover/${rainNumber}?token=${token}`)).headers['content-type']).toBe(
      'image/jpeg',
    )
    // Marks that were made offline arrive at once; the last one counts.
    const states = ['marked', 'listened', 'replay', 'postponed', 'listening']
    for (const progress of states) {
      const body = { user_name: 'listener', work_id: rainNumber, progress }
      v.parse(
        Done,
        (await here.send('PUT', '/api/review?starOnly=false&progressOnly=true', { token, body })).json(),
      )
    }
    for (const filter of states) {
      const path = `/api/review?order=updated_at&sort=desc&page=1&filter=${filter}`
      const { works } = await here.read(StrictList, path, token)
      expect(
        works.map(({ progress }) => progress),
        filter,
      ).toEqual(filter === 'listening' ? [filter] : [])
    }
  })

  test('KikoeruApi: whole lists, one at random, marks of every kind, and words by a bearer', async () => {
    expect((await here.send('GET', '/api/health')).body).toBe('OK')
    const closed = await here.send('POST', '/api/auth/reg', { body: { name: 'newcomer', password } })
    expect([closed.statusCode, v.is(ErrorShape, closed.json())]).toEqual([403, true])
    const token = await here.signIn('listener')
    const query = 'order=create_date&sort=desc&page=1&seed=3&subtitle=0'
    const [circle] = await here.read(CircleNames, '/api/circles', token)
    const [tag] = await here.read(NumberedNames, '/api/tags', token)
    const [voice] = await here.read(NamedVoices, '/api/vas', token)
    const lists = ['', `circles/${circle?.id}/`, `tags/${tag?.id}/`, `vas/${voice?.id}/`]
    for (const path of lists)
      expect((await here.read(StrictList, `/api/${path}works?${query}`, token)).works).toHaveLength(1)
    for (const order of [
      'release',
      'created_at',
      'rating',
      'price',
      'rate_average_2dp',
      'review_count',
      'nsfw',
      'random',
    ])
      expect(
        (await here.read(StrictList, `/api/works?${query}&order=${order}`, token)).works,
        order,
      ).toHaveLength(1)
    expect((await here.read(StrictList, '/api/works?order=betterRandom', token)).works).toHaveLength(1)
    expect((await here.read(StrictList, `/api/search/$tag:Calm$%20roof?${query}`, token)).works).toHaveLength(
      1,
    )
    await here.read(StrictWork, `/api/workInfo/${rainNumber}`, token)
    const own = () => here.read(StrictWork, `/api/work/${rainNumber}`, token)
    const edit = (query: string, body: object) =>
      here.send('PUT', `/api/review?${query}`, {
        token,
        body: { user_name: 'listener', work_id: rainNumber, ...body },
      })
    await edit('starOnly=true&progressOnly=false', { rating: 3 })
    await edit('starOnly=false&progressOnly=true', { progress: 'marked' })
    await edit('starOnly=false&progressOnly=false', { review_text: 'soft' })
    expect(await own()).toMatchObject({ userRating: 3, progress: 'marked', review_text: 'soft' })
    for (const order of ['updated_at', 'userRating', 'release', 'review_count', 'dl_count', 'nsfw'])
      for (const sort of ['asc', 'desc']) {
        const path = `/api/review?order=${order}&sort=${sort}&page=1&filter=marked`
        expect((await here.read(StrictList, path, token)).works, order).toHaveLength(1)
      }
    await here.send('DELETE', `/api/review?work_id=${rainNumber}`, { token })
    expect(await own()).toMatchObject({ userRating: null, progress: null, review_text: null })
    const [, spoken] = await here.soundsOf(token)
    const found = await here.read(FoundLyrics, `/api/media/check-lrc/${spoken.hash}`, token)
    expect(found.lrc).toEqual([
      { time: 1_500, text: '雨' },
      { time: 4_000, text: '風' },
    ])
    expect((await here.send('GET', `/api/media/stream/${found.hash}`, { token })).body).toBe(words)
    const post = async <S extends v.GenericSchema>(schema: S, path: string, body: object) =>
      v.parse(schema, (await here.send('POST', path, { token, body })).json())
    const params = {
      page: 1,
      order: 'create_date',
      sort: 'desc',
      seed: 3,
      subtitle: 0,
      localSubtitledWorks: [],
    }
    expect((await post(StrictList, '/api/works', params)).works).toHaveLength(1)
    expect((await post(StrictList, '/api/works', { ...params, page: 2 })).works).toEqual([])
    expect((await post(StrictList, '/api/works', { ...params, subtitle: 1 })).works).toEqual([])
    expect((await post(StrictList, '/api/search/$tag:Calm$%20roof', params)).works).toHaveLength(1)
    expect((await post(StrictList, '/api/search/$circle:Nobody$', params)).works).toEqual([])
    const file = { intProductID: rainNumber, mediaDuration: 60, mediaFileName: 'TWO.wav' }
    const [likeliest] = await post(MatchedLyrics, '/api/media/check-lrc-v2', file)
    expect(likeliest).toMatchObject({ title: 'two.lrc', subPath: ['本編'], hash: found.hash })
    expect((await here.send('GET', `/api/media/stream/${likeliest?.hash}`, { token })).body).toBe(words)
    // Whole lists are cached by their ETag.
    const { headers } = await here.send('GET', '/api/tags', { token })
    const held = { authorization: `Bearer ${token}`, 'if-none-match': String(headers.etag) }
    expect((await here.get('/api/tags', held)).statusCode).toBe(304)
  })

  test('kikoeru.tui, which signs in nowhere: an app password in its address opens what it reads, and nothing else', async () => {
    const owner = await here.w.signIn({ username: 'owner' })
    const made = await owner.call(api.createAppPassword, { body: { name: 'terminal', scopes: ['kikoeru'] } })
    const at = (secret: string, path: string) => here.get(`/with/${secret}/api/${path}`)
    const read = async <S extends v.GenericSchema>(schema: S, path: string) => {
      const response = await at(made.password, path)
      expect(response.statusCode, `${path} ${response.body}`).toBe(200)
      return v.parse(schema, response.json())
    }
    expect((await at(made.password, 'health')).body).toBe('OK')
    const paths: readonly (readonly [string, v.GenericSchema])[] = [
      ['works?order=release&pageSize=20&subtitle=0', StrictList],
      ['works?order=random&page=1&seed=5&pageSize=1&subtitle=0', StrictList],
      ['circles/', CircleNames],
      ['tags/', NumberedNames],
      ['vas/', NamedVoices],
      ['circles/1234', Circle],
      ['tags/56', v.object({ id: v.number(), name: v.string() })],
      ['tags/56/works?order=release&pageSize=20&subtitle=0', StrictList],
      ['vas/haruka/works?order=release&pageSize=20&subtitle=0', StrictList],
      [`work/${rainNumber}`, StrictWork],
    ]
    for (const [path, shape] of paths) {
      expect((await here.send('GET', `/api/${path}`)).statusCode, path).toBe(401)
      await read(shape, path)
    }
    const search = 'search/?order=release&pageSize=20&subtitle=0&keyword='
    expect((await read(StrictList, `${search}on+the+roof`)).works).toHaveLength(1)
    expect((await read(StrictList, `${search}%e9%9b%a8+%e3%81%ae%e9%9f%b3`)).works).toEqual([])

    // It plays the URL unchanged, of the audio files in the first folder that has some.
    const [folder] = await read(AbsoluteTree, `tracks/${rainNumber}`)
    const sound = folder?.children.find(({ type }) => type === 'audio')
    const { hash, mediaStreamUrl } = v.parse(
      v.object({ hash: v.string(), mediaStreamUrl: v.string() }),
      sound,
    )
    await here.fill(hash)
    expect(new URL(mediaStreamUrl).pathname).toContain(`/kikoeru/with/${made.password}/api/media/stream/`)
    const play = () => here.w.app.inject({ url: mediaStreamUrl, headers: { range: 'bytes=2-6' } })
    expect((await play()).body).toBe('sound')

    const other = await owner.call(api.createAppPassword, { body: { name: 'feeds', scopes: ['feed'] } })
    for (const secret of [other.password, password, 'nothing', '..%2Fapi'])
      expect((await at(secret, 'works')).statusCode, secret).toBe(401)
    for (const [method, path] of [
      ['PUT', 'review'],
      ['DELETE', `review?work_id=${rainNumber}`],
      ['GET', 'review'],
      ['GET', 'auth/me'],
      ['POST', 'auth/me'],
      ['POST', 'works'],
    ] as const)
      expect((await here.send(method, `/with/${made.password}/api/${path}`)).statusCode, path).toBe(404)
    await here.openDoor(false)
    expect((await at(made.password, 'works')).statusCode).toBe(404)
    await here.openDoor(true)
    await owner.call(api.revokeAppPassword, { params: { id: made.id } })
    expect([(await at(made.password, 'works')).statusCode, (await play()).statusCode]).toEqual([401, 401])
  })
})
