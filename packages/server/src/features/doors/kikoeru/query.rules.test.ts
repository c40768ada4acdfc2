import { expect, test } from 'vitest'
import { parseBodyQuery, splitSearchText } from './query.rules.ts'

test.each([
  ['rain', { order: 'id' }, 'rain', { order: 'id' }],
  ['', { keyword: 'rain?', order: 'id' }, 'rain?', { keyword: 'rain?', order: 'id' }],
  ['', {}, '', {}],
  ['what', { '?order': 'id', sort: 'desc' }, 'what?', { order: 'id', sort: 'desc' }],
  ['what', { ' is it?order': 'id', sort: 'desc' }, 'what? is it', { order: 'id', sort: 'desc' }],
  ['a', { '?b??order': 'id', page: '2' }, 'a??b?', { order: 'id', page: '2' }],
  ['a', { 'b ': '', ' c': 'd', ' e?order': 'id', page: '2' }, 'a?b & c=d& e', { order: 'id', page: '2' }],
])('%j with the query %j is a search for %j', (path, query, text, rest) => {
  expect(splitSearchText(path, query)).toEqual({ text, query: rest })
})

test.each([
  [
    { page: 2, order: 'id', sort: 'asc', seed: 3, subtitle: 0 },
    { page: '2', order: 'id', sort: 'asc', seed: '3' },
  ],
  [{ subtitle: 1, localSubtitledWorks: ['RJ01000001'] }, { lyric: 'local' }],
  [{}, {}],
  [{ page: {} }, undefined],
  ['page', undefined],
  [null, undefined],
])('a body of %j asks for %j', (body, query) => {
  expect(parseBodyQuery(body)).toEqual(query)
})
