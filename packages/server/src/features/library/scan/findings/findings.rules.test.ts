import { folderReasons } from '@koedana/contract/folders.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  computeSignature,
  decisionsOf,
  diffFindings,
  type Finding,
  type StoredFinding,
} from './findings.rules.ts'

const path = fc.constantFrom('', 'a', 'b', 'a/b', 'c d')
const finding: fc.Arbitrary<Finding> = fc.record({
  path,
  reason: fc.constantFrom(...folderReasons),
  workKey: fc.option(fc.integer({ min: 1, max: 99_999_999 })),
  fileCount: fc.nat(3),
  sizeBytes: fc.nat(3),
  signature: fc.constantFrom('x', 'y'),
})
const undecided = { decision: null, decidedKey: null, title: null }
const decided = fc.record({
  decision: fc.constantFrom('work' as const, 'own' as const, 'ignored' as const),
  decidedKey: fc.option(fc.integer({ min: 1, max: 99_999_999 })),
  title: fc.option(fc.string()),
})
const known: fc.Arbitrary<StoredFinding[]> = fc
  .uniqueArray(fc.tuple(finding, fc.oneof(fc.constant(undecided), decided)), {
    selector: ([one]) => one.path,
  })
  .map((rows) => rows.map(([one, more], at) => ({ ...one, ...more, key: at + 1 })))
const found = fc.uniqueArray(finding, { selector: (one) => one.path })

function written(before: readonly StoredFinding[], changes: ReturnType<typeof diffFindings>): Finding[] {
  const stays = before.filter(({ key }) => !changes.deleted.includes(key))
  const changed = stays.map((row) => changes.updated.find(({ key }) => key === row.key) ?? row)
  return [...changed, ...changes.inserted]
}

test('after each scan exactly what it found is open, decisions stay, and a second scan changes nothing', () => {
  fc.assert(
    fc.property(known, found, (before, now) => {
      const changes = diffFindings(before, now, () => false)
      const rows = written(before, changes)
      const settled = before.filter(({ decision }) => decision !== null)
      const isSettled = (one: Finding) => settled.some((row) => row.path === one.path)
      expect(new Set(rows.map((row) => row.path)).size).toBe(rows.length)
      for (const row of settled) expect(rows).toContain(row)
      const open = rows.filter((row) => !isSettled(row)).map(({ path: at, reason }) => [at, reason])
      const wanted = now.filter((one) => !isSettled(one)).map(({ path: at, reason }) => [at, reason])
      expect(open.sort()).toEqual(wanted.sort())
      const again = rows.map((row, at) => ({
        ...undecided,
        ...before.find((one) => one.path === row.path),
        ...row,
        key: at,
      }))
      expect(diffFindings(again, now, () => false)).toEqual({ inserted: [], updated: [], deleted: [] })
    }),
  )
})

test('what could not be looked at is never taken for settled', () => {
  fc.assert(
    fc.property(known, found, path, (before, now, unread) => {
      const { deleted } = diffFindings(before, now, (at) => at === unread)
      const kept = before.find((row) => row.path === unread)
      if (kept) expect(deleted).not.toContain(kept.key)
    }),
  )
})

test('only what somebody decided is decided, and a decision without its work is none', () => {
  fc.assert(
    fc.property(known, (rows) => {
      const decisions = decisionsOf(rows)
      for (const { path: at, decision, decidedKey } of rows) {
        const isOne = decision === 'ignored' || (decision !== null && decidedKey !== null)
        expect(decisions.has(at)).toBe(isOne)
      }
    }),
  )
})

const sounds = fc.uniqueArray(fc.record({ name: fc.string(), sizeBytes: fc.nat() }), {
  selector: ({ name }) => name.normalize('NFC'),
})

test('a signature is that of the files in any order, and another one where a size or a name is', () => {
  fc.assert(
    fc.property(sounds, (list) => {
      expect(computeSignature(list.toReversed())).toBe(computeSignature(list))
      for (const one of list) {
        const larger = list.map((other) => (other === one ? { ...one, sizeBytes: one.sizeBytes + 1 } : other))
        expect(computeSignature(larger)).not.toBe(computeSignature(list))
        expect(computeSignature(list.filter((other) => other !== one))).not.toBe(computeSignature(list))
      }
    }),
  )
  expect(computeSignature([{ name: 'か\u3099', sizeBytes: 1 }])).toBe(
    computeSignature([{ name: 'が', sizeBytes: 1 }]),
  )
})
