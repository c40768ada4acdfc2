import { expect, test } from 'vitest'
import { isCachedQuery, oldestResponseAt } from './cached-responses.rules.ts'

test('pages that one reads again are kept', () => {
  for (const key of [
    ['home', 'en-US'],
    ['works', 'en-US', {}, 0],
    ['work', 'en-US', 'RJ1'],
    ['playlists', 'list'],
    ['bookmarks', 'u1', 'RJ1'],
    ['work-history', 'RJ1'],
  ])
    expect([key, isCachedQuery(key)]).toEqual([key, true])
})

test('what administrators see, an account, its sessions and searches are not', () => {
  for (const key of [
    ['admin', 'users'],
    ['account'],
    ['sessions'],
    ['identities'],
    ['app-passwords'],
    ['suggest'],
    [],
  ])
    expect([key, isCachedQuery(key)]).toEqual([key, false])
  expect(isCachedQuery(['account', 'settings'])).toBe(true)
})

test('a page is as old as the oldest response it is drawn from, whatever the frame around it is', () => {
  const at = (root: string, time: number | undefined) => ({ key: [root], at: time })
  expect(oldestResponseAt([at('works', 20), at('facets', 10), at('announcements', 1), at('admin', 2)])).toBe(
    10,
  )
  expect(oldestResponseAt([at('works', undefined), at('about', 3)])).toBeUndefined()
})
