import type { WorkField } from '@koedana/contract/editing.ts'
import { workFieldNames } from '@koedana/contract/field-lists.ts'
import type { Source } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitsOf, claim, originsOf, type SourceRow } from './provenance.rules.ts'

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
        rows = claim(rows, { source, at }, bitsOf(fields)).filter((row) => row.fields !== 0)
        for (const field of fields) last.set(field, { source, at })
      }
      const origins = originsOf(first, rows)
      for (const field of workFieldNames) expect(origins.get(field)).toEqual(last.get(field) ?? first)
      const bits = rows.map((row) => row.fields.toString(2).replaceAll('0', '').length)
      expect(bits.reduce((sum, count) => sum + count, 0)).toBe(last.size)
      expect(new Set(rows.map(({ source, at }) => source + at)).size).toBe(rows.length)
    }),
  )
})

test('a row that lost its last field says so, so that it can be taken away', () => {
  const rows = claim(
    [{ ...first, fields: bitsOf(['name']) }],
    { source: 'edit', at: '2026-01-02' },
    bitsOf(['name']),
  )
  expect(rows).toEqual([
    { ...first, fields: 0 },
    { source: 'edit', at: '2026-01-02', fields: bitsOf(['name']) },
  ])
})
