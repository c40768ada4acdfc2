import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createArena } from '../memory/arena.ts'
import { fold } from './fold.rules.ts'
import { fieldsOf, writeTexts } from './text-index.ts'

/** Includes dropped units, spaces, units that compose with their neighbors, and a lone surrogate. */
const letters = fc.constantFrom(
  'a',
  'B',
  'ー',
  ' ',
  '　',
  '\n',
  'か',
  'カ',
  '\u3099',
  'ﾊ',
  'ﾟ',
  'é',
  '声',
  '\ud83d',
)
const texts = fc.oneof(
  fc.string({ unit: letters, maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)

test('fields that are folded as they are written are those that were folded before', () => {
  fc.assert(
    fc.property(fc.array(fc.array(texts, { maxLength: 4 }), { maxLength: 20 }), (documents) => {
      const folded = documents.map((fields) => fields.map(fold))
      const writer = writeTexts(createArena(), documents.length)
      for (const fields of documents) writer.addUnfolded(fields)
      const written = writer.finish()
      expect(documents.map((_, at) => fieldsOf(written, at))).toEqual(
        folded.map((fields) => [...new Set(fields)].filter((field) => field !== '')),
      )
      const other = writeTexts(createArena(), documents.length)
      for (const fields of folded) other.add(fields)
      expect(other.finish()).toEqual(written)
    }),
  )
})

test('texts are written whole, however long they are, and the same text once', () => {
  // This character becomes 18 when folded.
  const long = 'ﷺ'.repeat(1_000)
  const documents = [['a', 'b'], [long, 'Long', long], ['か'.repeat(20_000), 'c', 'ＬＯＮＧ', 'long'], ['d']]
  const writer = writeTexts(createArena(), documents.length)
  for (const fields of documents) writer.addUnfolded(fields)
  const written = writer.finish()
  expect(documents.map((_, at) => fieldsOf(written, at).map(({ length }) => length))).toEqual([
    [1, 1],
    [fold(long).length, 4],
    [20_000, 1, 4],
    [1],
  ])
  expect(fold(long)).toHaveLength(18_000)
  expect(fold(long)).toBe(fold('ﷺ').repeat(1_000))
})
