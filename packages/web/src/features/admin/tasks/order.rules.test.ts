import { syncSources } from '@koedana/contract/tasks.ts'
import { orderKinds } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { defaultOrderOf, isComplete, withoutDefaultSources } from './order.rules.ts'

test('cleaning begins as a list, and every usual order can be given', () => {
  expect(defaultOrderOf('clean_works')).toEqual({ kind: 'clean_works', options: { dryRun: true } })
  expect(orderKinds.map(defaultOrderOf).every(isComplete)).toBe(true)
})

test('a sync of nothing cannot be ordered', () => {
  expect(isComplete({ kind: 'sync_works', options: { sources: [] } })).toBe(false)
  expect(isComplete({ kind: 'sync_works' })).toBe(true)
})

test('all sources are said by saying none', () => {
  expect(withoutDefaultSources(defaultOrderOf('sync_works'))).toEqual({ kind: 'sync_works' })
  const some = { kind: 'sync_works' as const, options: { sources: syncSources.slice(0, 2) } }
  expect(withoutDefaultSources(some)).toEqual(some)
})
