/** Replays a whole session of KikoFlu: the same requests in the same order, with responses parsed as strictly. */
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { addWorks } from '../testing/door-library.ts'
import { type AppsWorld, appsWorld, password, rain, rainNumber } from './testing/kikoeru-world.ts'
import {
  CircleNames,
  ErrorShape,
  Me,
  NamedVoices,
  NumberedNames,
  StrictList,
  StrictWork,
  Token,
} from './testing/strict-shapes.ts'

eachEngine((engine) => {
  let here: AppsWorld
  beforeEach(async () => {
    here = await appsWorld(engine)
  })
  afterEach(() => here.close())

  test('KikoFlu: signs in, copies the library by pages, searches, plays, seeks, rates and signs out', async () => {
    await addWorks(here.w, rain, 44)
    expect((await here.send('GET', '/api/health')).statusCode).toBe(200)
    const wrong = await here.send('POST', '/api/auth/me', { body: { name: 'listener', password: 'wrong' } })
    expect([wrong.statusCode, v.is(ErrorShape, wrong.json())]).toEqual([401, true])
    const signedIn = await here.send('POST', '/api/auth/me', { body: { name: 'listener', password } })
    v.parse(v.object({ user: v.object({ name: v.string(), group: v.string() }) }), signedIn.json())
    const { token } = v.parse(Token, signedIn.json())
    expect(await here.read(Me, '/api/auth/me', token)).toMatchObject({
      user: { name: 'listener', group: 'user' },
    })

    // Its pages have 40 works: it requests the pages of 12 around each at once, and joins them.
    const pagesOf = async (path: string, query: string, pages: readonly number[]) => {
      const read = (page: number) => here.read(StrictList, `${path}?page=${page}&pageSize=12&${query}`, token)
      const lists = await Promise.all(pages.map(read))
      expect(new Set(lists.map(({ pagination }) => pagination.totalCount)).size).toBe(1)
      return {
        ids: lists.flatMap(({ works }) => works.map(({ id }) => id)),
        total: lists[0]?.pagination.totalCount,
      }
    }
    const order = 'order=release&sort=desc&lyric=&seed=21'
    const first = await pagesOf('/api/works', order, [1, 2, 3, 4])
    const second = await pagesOf('/api/works', order, [4, 5, 6, 7])
    expect([first.total, first.ids.length]).toEqual([45, 45])
    expect(new Set([...first.ids, ...second.ids]).size).toBe(45)
    expect(second.ids).toEqual(first.ids.slice(36))
    expect((await pagesOf('/api/works', `${order}&nsfw=1`, [1])).total).toBe(45)
    expect((await pagesOf('/api/works', 'order=dl_count&sort=desc&lyric=', [1, 2])).ids[0]).toBe(rainNumber)
    const random = 'order=random&sort=desc&lyric=&seed=999'
    expect(new Set((await pagesOf('/api/works', random, [1, 2, 3, 4])).ids).size).toBe(45)
    expect((await pagesOf('/api/works', 'order=create_date&sort=desc&lyric=local&seed=21', [1])).ids).toEqual(
      [],
    )

    const [tag] = await here.read(NumberedNames, '/api/tags/', token)
    const [voice] = await here.read(NamedVoices, '/api/vas/', token)
    const [circle] = await here.read(CircleNames, '/api/circles/', token)
    expect([tag, voice, circle]).toMatchObject([{ id: 56, count: 1 }, { id: 'haruka' }, { id: 1234 }])
    for (const path of [`tags/${tag?.id}`, `vas/${voice?.id}`]) {
      const narrowed = 'order=create_date&sort=desc&lyric=&seed=21'
      expect(await pagesOf(`/api/${path}/works`, narrowed, [1, 2, 3, 4])).toEqual({
        ids: [rainNumber],
        total: 1,
      })
    }
    const search = (terms: object) =>
      pagesOf(
        '/api/search',
        `keyword=${encodeURIComponent(JSON.stringify(terms))}&isAdvance=1&nsfw=0&seed=0&${order}`,
        [1],
      )
    // A circle is searched for as text.
    const terms = [
      { t: 3, d: tag?.id, name: 'Calm' },
      { t: 2, d: voice?.id, name: 'Haruka' },
      { t: 1, d: 'Paper Lantern', name: 'Paper Lantern' },
    ]
    expect((await search(terms)).ids).toEqual([rainNumber])
    expect((await search([{ t: 5, d: rain, name: rain }])).ids).toEqual([rainNumber])
    expect((await search([{ t: 3, d: 99, name: '' }])).ids).toEqual([])

    await here.read(StrictWork, `/api/work/${rainNumber}`, token)
    const [sound] = await here.soundsOf(token)
    await here.hear(`${sound.mediaStreamUrl}?token=${token}`)
    await here.hear(`/api/media/stream/${sound.hash}?token=${token}`)
    const title = encodeURIComponent(sound.title)
    const saved = await here.get(`/api/media/download/${sound.hash}/${title}?token=${token}`)
    expect([saved.statusCode, saved.body]).toEqual([200, 'a sound of rain'])
    expect((await here.get(`/api/cover/${rainNumber}?token=${token}`)).headers['content-type']).toBe(
      'image/jpeg',
    )

    const put = (query: string, body: object) =>
      here.send('PUT', `/api/review?${query}`, { token, body: { work_id: rainNumber, ...body } })
    const own = () => here.read(StrictWork, `/api/work/${rainNumber}`, token)
    v.parse(
      v.record(v.string(), v.unknown()),
      (await put('starOnly=false&progressOnly=true', { progress: 'listening' })).json(),
    )
    await put('starOnly=true', { rating: 4 })
    expect(await own()).toMatchObject({ userRating: 4, progress: 'listening' })
    await put('starOnly=false', { progress: 'listened', rating: 5, review_text: 'warm' })
    const reviews = (filter: string) =>
      pagesOf('/api/review', `order=updated_at&sort=desc${filter}`, [1, 2, 3, 4])
    expect(await reviews('&filter=listened')).toEqual({ ids: [rainNumber], total: 1 })
    expect(await reviews('&filter=marked')).toEqual({ ids: [], total: 0 })
    expect((await reviews('')).ids).toEqual([rainNumber])
    expect((await here.send('DELETE', `/api/review?work_id=${rainNumber}`, { token })).statusCode).toBe(200)
    expect((await reviews('')).ids).toEqual([])
    // The app declares these routes but hardly uses them.
    for (const path of ['/api/playlists', '/api/favourites', `/api/progress/${rainNumber}`])
      expect((await here.send('GET', path, { token })).statusCode).toBe(404)
    expect((await here.send('POST', '/api/auth/logout', { token })).statusCode).toBe(204)
    expect((await here.send('GET', '/api/auth/me', { token })).statusCode).toBe(401)
  })
})
