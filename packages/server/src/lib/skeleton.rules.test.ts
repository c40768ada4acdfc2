import { expect, test } from 'vitest'
import { skeletonOf, skeletonsOf } from './skeleton.rules.ts'

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

test('as they are typed, a capital I is an l, and in capitals an i is one', () => {
  expect(skeletonsOf('Ian')).toEqual({ small: 'ian', typed: 'lan', capital: 'lan' })
  expect(skeletonsOf('lan').typed).toBe(skeletonsOf('Ian').typed)
  expect(skeletonsOf('ian').typed).not.toBe(skeletonsOf('lan').typed)
  expect(skeletonsOf('ian').capital).toBe(skeletonsOf('Ian').capital)
})

test('letters that look alike in capitals alone are distinguished in small letters', () => {
  expect(skeletonsOf('век').small).not.toBe(skeletonsOf('bek').small)
  expect(skeletonsOf('век').capital).toBe(skeletonsOf('bek').capital)
  expect(skeletonsOf('ВЕК').typed).toBe(skeletonsOf('BEK').typed)
})

test('a stroke upon a letter that its script does not have hides nothing, but an accent is a letter of its own', () => {
  expect(skeletonsOf('a\u0337dmin').typed).toBe(skeletonsOf('admin').typed)
  expect(skeletonsOf('a\u0337dmin').capital).toBe(skeletonsOf('admin').capital)
  expect(skeletonsOf('a\u0337dmin').small).not.toBe(skeletonsOf('admin').small)
  expect(skeletonsOf('ádmin').typed).not.toBe(skeletonsOf('admin').typed)
  expect(skeletonsOf('か\u3099').typed).toBe(skeletonsOf('が').typed)
})
