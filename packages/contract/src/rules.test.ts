import * as v from 'valibot'
import { expect, test } from 'vitest'
import { WorkValues } from './editing.ts'
import { boundsOf, Count, integer, maxInteger, Rating } from './rules.ts'

test('the bounds of a number are read from its schema, through what may be absent or null', () => {
  expect(boundsOf(integer(1, 200))).toEqual({ min: 1, max: 200 })
  expect(boundsOf(Rating)).toEqual({ min: 0, max: 5 })
  expect(boundsOf(v.optional(v.nullable(Count)))).toEqual({ min: 0, max: maxInteger })
  expect(boundsOf(WorkValues.entries.rating)).toEqual({ min: 0, max: 5 })
})

test('what has no bounds has none', () => {
  expect(boundsOf(v.string())).toEqual({})
  expect(boundsOf(v.pipe(v.string(), v.maxLength(3)))).toEqual({})
})
