import fc from 'fast-check'
import { expect, test } from 'vitest'
import { familyRootOf } from './family.rules.ts'

const none = { original_workno: undefined, parent_workno: undefined, child_worknos: [], lang: undefined }
const entry = (workno: string | undefined, lang: string | undefined) => ({
  workno,
  lang,
  dl_count: undefined,
})
/** A family of editions that the circle published itself: RJ01348345. */
const listed = [entry('RJ01348345', 'JPN'), entry('RJ01375469', 'CHI_HANS'), entry('RJ01377020', 'CHI_HANT')]

test('all members of a list have the same root, in whatever order it comes', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(listed, { minLength: 3 }), (entries) => {
      for (const { workno } of listed)
        expect(familyRootOf(workno ?? '', { entries, translation: none })).toBe('RJ01348345')
    }),
  )
})

test('an edition of one translator is not in the list; its parent is', () => {
  const entries = [entry('RJ365382', 'JPN'), entry('RJ01189944', 'CHI_HANS')]
  const translation = { ...none, original_workno: 'RJ365382', parent_workno: 'RJ01189944' }
  expect(familyRootOf('RJ01189945', { entries, translation })).toBe('RJ365382')
  expect(
    familyRootOf('RJ01189945', { entries, translation: { ...translation, original_workno: undefined } }),
  ).toBe('RJ365382')
})

test('a list of other works claims nobody', () => {
  expect(familyRootOf('RJ123456', { entries: listed, translation: none })).toBeUndefined()
  const translation = { ...none, original_workno: 'RJ100000' }
  expect(familyRootOf('RJ123456', { entries: listed, translation })).toBe('RJ100000')
})

test('without a Japanese entry, as where it is hidden, the original or else the oldest entry is the root', () => {
  const entries = listed.slice(1)
  expect(familyRootOf('RJ01377020', { entries, translation: none })).toBe('RJ01375469')
  expect(familyRootOf('RJ01375469', { entries, translation: none })).toBeUndefined()
  const translation = { ...none, original_workno: 'RJ01348345' }
  expect(familyRootOf('RJ01377020', { entries, translation })).toBe('RJ01348345')
})

test('a work alone has no root, and the order of doubled entries does not matter', () => {
  expect(familyRootOf('RJ123456', { entries: [], translation: none })).toBeUndefined()
  expect(familyRootOf('RJ123456', { entries: [entry(undefined, 'JPN')], translation: none })).toBeUndefined()
  const two = [entry('RJ01000002', 'JPN'), entry('RJ01000001', 'JPN')]
  for (const entries of [two, two.toReversed()])
    expect(familyRootOf('RJ01000002', { entries, translation: none })).toBe('RJ01000001')
})
