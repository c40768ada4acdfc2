import { afterEach, expect, test } from 'vitest'
import { dismissNotice, notify, useNotices } from './notify.ts'

afterEach(() => useNotices.setState([], true))

const texts = () => useNotices.getState().map((notice) => notice.text)

test('the same notice twice stands once, and is known to have been said again', () => {
  notify('lost', 'negative')
  notify('saved', 'positive')
  notify('lost', 'negative')
  expect(useNotices.getState()).toMatchObject([
    { text: 'lost', kind: 'negative', times: 2 },
    { text: 'saved', kind: 'positive', times: 1 },
  ])
})

test('one text of two kinds is two notices', () => {
  notify('done', 'positive')
  notify('done')
  expect(texts()).toEqual(['done', 'done'])
})

test('none is lost where many are said at once', () => {
  for (const text of ['a', 'b', 'c', 'd']) notify(text)
  expect(texts()).toEqual(['a', 'b', 'c', 'd'])
})

test('a notice can be put away', () => {
  notify('lost', 'negative')
  for (const { id } of useNotices.getState()) dismissNotice(id)
  expect(texts()).toEqual([])
})
