import { expect, test } from 'vitest'
import { similarityOf, stemOf } from './track-similarity.rules.ts'

const rain = { name: '01 Rain.mp3', seconds: 60 }

test.each([
  [{ name: '01 Rain.mp3', seconds: 60 }, 1],
  [{ name: '０１ rain.flac', seconds: 61.5 }, 1],
  [{ name: '01 Rain.mp3', seconds: 70 }, 0.8],
  [{ name: '01 Rain', seconds: 0 }, 0.8],
  [{ name: 'something.mp3', seconds: 58 }, 0.5],
  [{ name: 'something.mp3', seconds: 0 }, 0],
  [{ name: 'something.mp3', seconds: 90 }, 0],
])('%j is like it by %d', (other, likeness) => {
  expect(similarityOf(rain, other)).toBe(likeness)
  expect(similarityOf(other, rain)).toBe(likeness)
})

test('a name without an ending keeps all of it', () => {
  expect(['a.b.mp3', 'a', '.hidden', ''].map(stemOf)).toEqual(['a.b', 'a', '.hidden', ''])
})
