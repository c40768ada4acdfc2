import { expect, test } from 'vitest'
import { isSameMark, mergeMark } from './mark-merge.rules.ts'

const row = {
  user_key: 1,
  work_key: 2,
  ...{ state: 'want' as const, state_ms: 2_000 },
  ...{ rating: 3, rating_ms: 2_000 },
  ...{ note: 'mine', note_ms: 2_000 },
}
const empty = { ...row, state: null, state_ms: 0, rating: null, rating_ms: 0, note: '', note_ms: 0 }
const times = { nowMs: 5_000, documentMs: 3_000 }
const at = (ms: number) => new Date(ms).toISOString()
const id = 'RJ90000001'

test('each field is taken by its own time; of equal times what is here stays', () => {
  const mark = {
    ...{ id, progress: 'finished' as const, progressAt: at(2_001) },
    ...{ rating: 5, ratingAt: at(2_000) },
    ...{ note: 'theirs', noteAt: at(1_999) },
  }
  expect(mergeMark(row, mark, times)).toEqual({ ...row, state: 'finished', state_ms: 2_001 })
})

test('what has no time is from when the document was written, and nothing is from later than now', () => {
  expect(mergeMark(row, { id, rating: 5 }, times)).toEqual({ ...row, rating: 5, rating_ms: 3_000 })
  expect(mergeMark(row, { id, rating: 5 }, { nowMs: 5_000, documentMs: 1 })).toEqual(row)
  const future = mergeMark(row, { id, note: 'x', noteAt: at(9_000) }, times)
  expect(future).toEqual({ ...row, note: 'x', note_ms: 5_000 })
})

test('anything is later than nothing, but not than what was taken away', () => {
  expect(mergeMark(empty, { id, rating: 1 }, { nowMs: 5_000, documentMs: 1 })).toMatchObject({ rating: 1 })
  const taken = { ...empty, rating_ms: 4_000 }
  expect(mergeMark(taken, { id, rating: 1 }, times)).toEqual(taken)
  expect(mergeMark(row, { id, rating: null }, times)).toMatchObject({ rating: null, rating_ms: 3_000 })
})

test('the same again changes nothing, and a note is stored as the database can hold it', () => {
  expect(isSameMark(row, mergeMark(row, { id, progress: 'want', rating: 3, note: ' mine ' }, times))).toBe(
    true,
  )
  expect(isSameMark(row, mergeMark(row, { id, rating: 4 }, times))).toBe(false)
  expect(mergeMark(row, { id, note: 'a\0b\ud800' }, times).note).toBe('ab\ufffd')
})
