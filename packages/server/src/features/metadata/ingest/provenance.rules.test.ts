import type { WorkField } from '@koedana/contract/editing.ts'
import { workFieldNames } from '@koedana/contract/field-lists.ts'
import type { Source } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blankWork } from './blank-work.rules.ts'
import type { StoredWork } from './ingest.ts'
import type { MergeResult } from './merge.rules.ts'
import {
  applyClaim,
  bitsOf,
  changedBits,
  findFieldOrigins,
  isListField,
  type SourceRow,
} from './provenance.rules.ts'

const first = { source: 'feed', at: '2026-01-01' } as const

const record = fc.record({
  source: fc.constantFrom<Source>('feed', 'marketplace', 'folder', 'edit'),
  at: fc.constantFrom('2026-01-02', '2026-01-03', '2026-01-04'),
  fields: fc.subarray([...workFieldNames], { minLength: 1 }),
})

test('each field belongs to its last source, and stands in one row at most', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 30 }), (records) => {
      const last = new Map<WorkField, { source: Source; at: string }>()
      let rows: readonly SourceRow[] = []
      for (const { source, at, fields } of records) {
        rows = applyClaim(rows, { source, at }, bitsOf(fields)).filter((row) => row.fields !== 0)
        for (const field of fields) last.set(field, { source, at })
      }
      const origins = findFieldOrigins(first, rows)
      for (const field of workFieldNames) expect(origins.get(field)).toEqual(last.get(field) ?? first)
      const bits = rows.map((row) => row.fields.toString(2).replaceAll('0', '').length)
      expect(bits.reduce((sum, count) => sum + count, 0)).toBe(last.size)
      expect(new Set(rows.map(({ source, at }) => source + at)).size).toBe(rows.length)
    }),
  )
})

test('a row that lost its last field says so, so that it can be taken away', () => {
  const rows = applyClaim(
    [{ ...first, fields: bitsOf(['name']) }],
    { source: 'edit', at: '2026-01-02' },
    bitsOf(['name']),
  )
  expect(rows).toEqual([
    { ...first, fields: 0 },
    { source: 'edit', at: '2026-01-02', fields: bitsOf(['name']) },
  ])
})

const before = blankWork({ id: 'RJ01000001', source: 'feed', now: '2026-01-01' })

/** Returns the merge result for changed columns and lists. */
const merged = (
  columns: Partial<StoredWork['columns']>,
  attached: MergeResult['attached'] = {},
): MergeResult => ({
  outcome: 'updated',
  columns: { ...before.columns, ...columns },
  attached,
})

test('a field changed if its column has another value, a list if it was replaced', () => {
  expect(changedBits(merged({ name: 'Rain', price: 1100 }), before)).toBe(bitsOf(['name', 'price']))
  expect(changedBits(merged({}, { genres: [1], writers: [] }), before)).toBe(bitsOf(['genres', 'writers']))
  expect(changedBits(merged({ kana: 'あめ' }, { names: new Map() }), before)).toBe(bitsOf(['kana', 'names']))
})

test('what is no field of a source, or has the value it had, did not change', () => {
  expect(changedBits(merged({}), before)).toBe(0)
  expect(changedBits(merged({ updated_at: '2026-02-02', feed_hash: 'x' }), before)).toBe(0)
})

test('a new work has all its fields from its first source, so that none is written down', () => {
  const added: MergeResult = { ...merged({ name: 'Rain' }, { genres: [1] }), outcome: 'added' }
  expect(changedBits(added, undefined)).toBe(0)
  // A work that only an edit or a folder scan created exists before its first record.
  expect(changedBits(added, before)).toBe(0)
  expect(changedBits(merged({ name: 'Rain' }), undefined)).toBe(0)
})

test('a source that claims again keeps what it had', () => {
  const origin = { source: 'edit', at: '2026-01-02' } as const
  const once = applyClaim([], origin, bitsOf(['name']))
  expect(once).toEqual([{ ...origin, fields: bitsOf(['name']) }])
  expect(applyClaim(once, origin, bitsOf(['kana']))).toEqual([
    { ...origin, fields: bitsOf(['name', 'kana']) },
  ])
})

test('lists and translated names have tables of their own; a cover is no column and no list', () => {
  expect(workFieldNames.filter(isListField)).toEqual([
    'names',
    'languages',
    'artists',
    'illustrators',
    'genres',
    'writers',
    'musicians',
  ])
})
