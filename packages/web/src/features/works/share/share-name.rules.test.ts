import { ShareTarget } from '@koedana/contract/shares.ts'
import { maxViewNameLength } from '@koedana/contract/views.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { shareNameOf } from './share-name.rules.ts'

const isTaken = (name: string) => v.is(ShareTarget, { kind: 'list', name, search: {} })

test('a short name stays as it is', () => {
  expect(shareNameOf(' 雨の駅 ')).toBe('雨の駅')
})

test('a long search becomes a name that the server takes', () => {
  const long = 'rain at night '.repeat(20)
  expect(isTaken(long)).toBe(false)
  expect(shareNameOf(long).length).toBeLessThanOrEqual(maxViewNameLength)
  expect(isTaken(shareNameOf(long))).toBe(true)
})

test('no character is halved', () => {
  const name = shareNameOf(`a${'🌧'.repeat(60)}`)
  expect(name).toBe(`a${'🌧'.repeat(29)}`)
  expect(isTaken(name)).toBe(true)
})

test('what was pasted with it is no part of a name', () => {
  expect(shareNameOf('rain\tat\r\nnight\u0000')).toBe('rain at night')
  expect(isTaken(shareNameOf('rain\ud83c'))).toBe(true)
})
