import type { Follow } from '@koedana/contract/follows.ts'
import { expect, test } from 'vitest'
import { prependNew } from './sticky-rows.rules.ts'

const row = (kind: Follow['kind'], id: string): Follow => ({
  kind,
  id,
  name: id,
  workCount: 1,
  followedAt: '2026-11-20T12:00:00.000Z',
})
const [house, voice, same] = [row('makers', 'house'), row('artists', 'voice'), row('series', 'house')]

test('what is followed no longer keeps its row, and what is new comes first', () => {
  const kept = prependNew([], [house, voice])
  expect(prependNew(kept, [voice])).toBe(kept)
  expect(prependNew(kept, [{ ...same }, { ...voice, workCount: 0 }])).toEqual([same, house, voice])
})
