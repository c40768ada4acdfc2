import { expect, test } from 'vitest'
import { skeletonOf } from './skeleton.rules.ts'

test.each([
  ['admin', 'аdmin'],
  ['admin', 'ＡＤＭＩＮ'],
  ['admin', 'adrnin'],
  ['haruka', 'hаrukа'],
  ['paypal', 'раураl'],
  ['user1', 'userl'],
  ['moon', 'm00n'],
  ['カエル', 'カ工ル'],
  ['café', 'cafe\u0301'],
])('%s and %s look alike', (one, other) => {
  expect(skeletonOf(one)).toBe(skeletonOf(other))
})

test.each([
  ['admin', 'admins'],
  ['cafe', 'café'],
  ['haruka', 'haruko'],
  ['雨', '雪'],
  ['user1', 'user2'],
])('%s and %s do not', (one, other) => {
  expect(skeletonOf(one)).not.toBe(skeletonOf(other))
})

test('a skeleton is its own', () => {
  for (const name of ['аdmin', 'rn0del', 'ＩＬ1', 'ὃώ'])
    expect(skeletonOf(skeletonOf(name))).toBe(skeletonOf(name))
})
