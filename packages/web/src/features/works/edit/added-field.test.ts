/** A number that is added to the field table appears in the editor's form without further client code. */
import { expect, test, vi } from 'vitest'
import { changesOf, draftOf } from './draft.rules.ts'
import { work } from './testing/shown-work.ts'

vi.mock('@koedana/contract/work-fields.ts', async (original) => {
  const { workFields } = await original<typeof import('@koedana/contract/work-fields.ts')>()
  const playCount = {
    kind: 'count',
    bit: 24,
    column: 'play_count',
    min: 'minPlayCount',
    desc: 'playCountDesc',
  }
  return { workFields: { ...workFields, playCount } }
})

test('it is typed, bounded and sent', () => {
  const stored = draftOf({ work: Object.assign({ playCount: 7 }, work), names: {}, editionOf: null })
  expect(stored).toMatchObject({ playCount: '7' })
  const typed = (playCount: string) => changesOf(stored, Object.assign({ ...stored }, { playCount }))
  expect(typed('1,200')).toEqual({ values: { playCount: 1_200 }, faults: {} })
  expect(typed('')).toEqual({ values: { playCount: null }, faults: {} })
  expect(typed('-1')).toEqual({ values: {}, faults: { playCount: 'numberTooSmall' } })
})
