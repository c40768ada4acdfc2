/**
 * Tests bookmarks in two APIs. In Subsonic a bookmark is the position in a work, of which there is one. In audiobookshelf it is a named
 * moment, of which a work can have many, and the position is the progress.
 */
import { api } from '@koedana/contract/api.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import {
  type AbsWorld,
  absWorld,
  lastFile,
  night,
  nightFile,
  rain,
  rainFile,
} from './abs/testing/abs-world.ts'
import * as shapes from './abs/testing/strict-shapes.ts'

const Said = v.object({
  'subsonic-response': v.object({
    status: v.literal('ok'),
    bookmarks: v.optional(
      v.object({
        bookmark: v.array(v.object({ position: v.number(), entry: v.object({ id: v.string() }) })),
      }),
    ),
  }),
})

eachEngine((engine) => {
  let here: AbsWorld
  let nowMs: number
  beforeEach(async () => {
    nowMs = Date.parse('2026-03-01T10:00:00.000Z')
    here = await absWorld(engine, { now: () => new Date(nowMs) })
    await here.admin.call(api.updateSiteSettings, { body: { doors: { subsonic: true } } })
  })
  afterEach(() => here.close())

  /** Signs in one listener in both apps; one minute passes between any two actions. */
  const enter = async () => {
    const listener = await here.enter({ ageRestriction: 'r18' })
    const body = { name: 'music', scopes: ['subsonic' as const] }
    const { password: apiKey } = await listener.owner.call(api.createAppPassword, { body })
    const music = async (name: string, parameters: Readonly<Record<string, string>> = {}) => {
      nowMs += 60_000
      const query = new URLSearchParams({ apiKey, f: 'json', c: 'DSub', ...parameters })
      const response = await here.w.app.inject({ url: `/rest/${name}?${query}` })
      return v.parse(Said, response.json())['subsonic-response']
    }
    const places = async () =>
      (await music('getBookmarks')).bookmarks?.bookmark.map(({ position, entry }) => [entry.id, position])
    const moments = async () =>
      (await listener.ask(shapes.Me, '/api/me')).bookmarks.map(({ time, title }) => [time, title])
    const book = async (method: 'POST' | 'PATCH' | 'DELETE' | 'GET', path: string, said?: unknown) => {
      nowMs += 60_000
      return listener.act(method, path, said)
    }
    return { ...listener, music, places, moments, book }
  }

  test('a place that one door keeps is that of the other, and named moments are nobody’s place', async () => {
    const { ask, music, places, moments, book } = await enter()
    const time = async () => (await ask(shapes.Progress, `/api/me/progress/${rain}`)).currentTime
    await music('createBookmark', { id: `tr-${lastFile}`, position: '2500' })
    expect([await time(), await moments()]).toEqual([62.5, []])

    await book('POST', `/api/me/item/${rain}/bookmark`, { time: 10, title: 'thunder' })
    await book('POST', `/api/me/item/${rain}/bookmark`, { time: 61, title: 'rain' })
    expect(await places()).toEqual([[`tr-${lastFile}`, 2_500]])
    expect(await time()).toBe(62.5)

    await book('PATCH', `/api/me/progress/${rain}`, { currentTime: 30 })
    expect(await places()).toEqual([[`tr-${rainFile}`, 30_000]])
    // A work has one bookmark: a bookmark of another of its songs replaces it.
    await music('createBookmark', { id: `tr-${lastFile}`, position: '5000' })
    expect(await places()).toEqual([[`tr-${lastFile}`, 5_000]])
    expect(await time()).toBe(65)
  })

  test('who throws one away at one door loses nothing at the other', async () => {
    const { owner, ask, music, places, moments, book } = await enter()
    await music('createBookmark', { id: `tr-${rainFile}`, position: '20000' })
    await book('POST', `/api/me/item/${rain}/bookmark`, { time: 20, title: 'thunder' })
    await music('deleteBookmark', { id: `tr-${rainFile}` })
    expect(await places()).toEqual([])
    expect(await moments()).toEqual([[20, 'thunder']])
    expect(await ask(shapes.Progress, `/api/me/progress/${rain}`)).toMatchObject({ currentTime: 20 })
    expect((await ask(shapes.InProgress, '/api/me/items-in-progress')).libraryItems).toEqual([])

    await music('createBookmark', { id: `tr-${rainFile}`, position: '25000' })
    expect(await book('DELETE', `/api/me/item/${rain}/bookmark/20`)).toBe(200)
    expect([await places(), await moments()]).toEqual([[[`tr-${rainFile}`, 25_000]], []])
    expect(await book('DELETE', `/api/me/progress/${rain}`)).toBe(200)
    expect(await places()).toEqual([])
    // The data export contains named moments as moments, and positions as positions.
    await book('POST', `/api/me/item/${rain}/bookmark`, { time: 7, title: 'first drop' })
    const taken = await here.w.app.inject({
      url: '/api/v3/account/data',
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(taken.json().bookmarks).toMatchObject([{ title: 'first drop' }])
  })

  test('both are gone from both doors with the work that is hidden', async () => {
    const { owner, music, places, moments, book } = await enter()
    await music('createBookmark', { id: `tr-${nightFile}`, position: '9000' })
    await book('POST', `/api/me/item/${night}/bookmark`, { time: 9, title: 'at night' })
    expect([await places(), await moments()]).toEqual([[[`tr-${nightFile}`, 9_000]], [[9, 'at night']]])
    await owner.call(api.saveSettings, {
      body: {
        policy: 'strict',
        ageFilterMode: 'no_limit',
        filterDefaults: {},
        excluded: { makers: [], series: [], artists: [], illustrators: [], genres: [] },
      },
    })
    expect([await places(), await moments()]).toEqual([[], []])
  })
})
